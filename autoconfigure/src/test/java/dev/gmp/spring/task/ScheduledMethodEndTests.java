package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.UnnamedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/** A context destroys what schedules methods, and so cancels them, before the scheduler that they run on. */
class ScheduledMethodEndTests {

    private static final String PROCESSOR = TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withUserConfiguration(UnnamedWork.WithAsyncAndScheduling.class);

    @Test
    void theTaskSchedulerKnowsWhatDependsOnIt() {
        runner.run(context -> assertThat(context.getBeanFactory().getDependentBeans("taskScheduler"))
                .contains(PROCESSOR));
    }

    /**
     * It is made after all others, so it would be destroyed before them. With an entry the router looks for a task scheduler
     * itself, and without one Spring's does.
     */
    @ParameterizedTest
    @ValueSource(strings = {"gmp.schedulers.orders.max-goroutines=2", "some.other=property"})
    void theApplicationsOwnTaskSchedulerIsDestroyedAfterwards(String entry) {
        runner.withPropertyValues(entry)
                .withBean("own", Observed.class, Observed::new, bean -> bean.setLazyInit(true))
                .run(context -> {
                    assertThat(context.getBean(UnnamedWork.class).ticks().take())
                            .startsWith("own-");
                    Observed own = context.getBean(Observed.class);
                    own.processor = context.getBean(PROCESSOR, ScheduledAnnotationBeanPostProcessor.class);
                    assertThat(own.processor.getScheduledTasks()).isNotEmpty();
                    context.close();
                    assertThat(own.left).isZero();
                });
    }

    /** Counts the methods that are scheduled when it is destroyed. */
    static final class Observed extends ThreadPoolTaskScheduler {

        private transient ScheduledAnnotationBeanPostProcessor processor;
        private int left = -1;

        Observed() {
            setThreadNamePrefix("own-");
        }

        @Override
        public void destroy() {
            left = processor.getScheduledTasks().size();
            super.destroy();
        }
    }
}
