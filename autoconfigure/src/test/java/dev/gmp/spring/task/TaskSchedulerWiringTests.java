package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.MapPropertySource;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;

/** What {@code @Scheduled} runs on, for each combination of schedulers that an application may have. */
class TaskSchedulerWiringTests {

    private static final String OURS = "gmp-default-";
    private static final String BOOTS = "scheduling-";

    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    private final ApplicationContextRunner runner = bare.withUserConfiguration(Scheduling.class);

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void aloneItRunsScheduledMethods(String goroutines) {
        runner.withPropertyValues("gmp.goroutines=" + goroutines).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(TaskScheduler.class);
            assertThat(context).getBean("taskScheduler").isInstanceOf(GmpTaskScheduler.class);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
    }

    @Test
    void virtualThreadsOfBootsChangeNothing() {
        runner.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> assertThat(scheduledThread(context)).startsWith(OURS));
    }

    @Test
    void whereNothingEnablesSchedulingItIsThereToBeInjected() {
        bare.withBean(Injected.class).run(context -> {
            TaskScheduler injected = context.getBean(Injected.class).scheduler();
            assertThat(injected).isInstanceOf(GmpTaskScheduler.class);
            CompletableFuture<String> thread = new CompletableFuture<>();
            injected.schedule(
                    () -> thread.complete(Thread.currentThread().getName()),
                    injected.getClock().instant());
            assertThat(thread.get(100, TimeUnit.SECONDS)).startsWith(OURS);
            assertThat(context.getBean(Injected.class).service()).contains(context.getBean(GmpScheduler.class));
        });
    }

    @Test
    void anUnusedOneStartsNoThread() {
        bare.run(context -> {
            assertThat(context).hasSingleBean(GmpTaskScheduler.class);
            assertThat(context.getBean(GmpScheduler.class).snapshot().machines())
                    .isEmpty();
        });
    }

    @Test
    void leavesATaskSchedulerOfTheApplicationAlone() {
        runner.withUserConfiguration(OwnTaskScheduler.class).run(context -> {
            assertThat(context.getBeansOfType(TaskScheduler.class)).containsOnlyKeys("mine");
            assertThat(scheduledThread(context)).startsWith("mine-");
        });
    }

    @Test
    void leavesAScheduledExecutorServiceOfTheApplicationAlone() {
        runner.withUserConfiguration(OwnScheduledExecutorService.class).run(context -> {
            assertThat(context).doesNotHaveBean(TaskScheduler.class);
            assertThat(scheduledThread(context)).startsWith("raw-");
        });
    }

    @Test
    void ignoresAScheduledExecutorServiceThatIsNoDefaultCandidate() {
        runner.withUserConfiguration(OwnScheduledExecutorServiceNoDefaultCandidate.class)
                .run(context -> assertThat(scheduledThread(context)).startsWith(OURS));
    }

    @Test
    void standsBesideAnExecutorThatSchedulesNothing() {
        runner.withBean("raw", ExecutorService.class, Executors::newSingleThreadExecutor)
                .run(context -> assertThat(scheduledThread(context)).startsWith(OURS));
    }

    @Test
    void runsOnTheApplicationsOwnGmpScheduler() {
        runner.withUserConfiguration(OwnGmpScheduler.class).run(context -> {
            assertThat(context).hasSingleBean(GmpTaskScheduler.class);
            assertThat(scheduledThread(context)).startsWith("gmp-own-");
        });
    }

    @Test
    void standsBesideBootsForcedExecutor() {
        runner.withPropertyValues("spring.task.execution.mode=force").run(context -> {
            assertThat(context).doesNotHaveBean(GmpTaskExecutor.class);
            assertThat(scheduledThread(context)).startsWith(OURS);
        });
    }

    /** As Spring Boot reads a constant. A blank at the end of a line of a properties file is a part of the value. */
    @ParameterizedTest
    @ValueSource(strings = {"force", "FORCE", "force "})
    void forcedItRunsScheduledMethodsBesideATaskSchedulerOfTheApplication(String mode) {
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("mode", Map.of("gmp.mode", mode))))
                .withUserConfiguration(OwnTaskScheduler.class)
                .run(context -> {
                    assertThat(context.getBeansOfType(TaskScheduler.class)).containsOnlyKeys("mine", "taskScheduler");
                    assertThat(scheduledThread(context)).startsWith(OURS);
                });
    }

    @Test
    void forcedItRunsScheduledMethodsBesideAScheduledExecutorServiceOfTheApplication() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(OwnScheduledExecutorService.class)
                .run(context -> assertThat(scheduledThread(context)).startsWith(OURS));
    }

    @Test
    void evenForcedItLeavesTheApplicationItsBeanNamedTaskScheduler() {
        runner.withPropertyValues("gmp.mode=force")
                .withUserConfiguration(OwnSchedulerByThatName.class)
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(GmpTaskScheduler.class);
                    assertThat(scheduledThread(context)).startsWith("named-");
                });
    }

    @Test
    void leavesScheduledMethodsToTheApplicationsSchedulingConfigurer() {
        runner.withUserConfiguration(OwnSchedulingConfigurer.class)
                .run(context -> assertThat(scheduledThread(context)).startsWith("configured-"));
    }

    @Test
    void offBootsSchedulerIsBack() {
        runner.withPropertyValues("gmp.mode=off").run(context -> {
            assertThat(context).getBean("taskScheduler").isInstanceOf(ThreadPoolTaskScheduler.class);
            assertThat(scheduledThread(context)).startsWith(BOOTS);
        });
    }

    @Test
    void aContextWhoseParentHasOneUsesThat() {
        bare.run(parent -> runner.withParent(parent).run(child -> {
            assertThat(child.getBeanFactory().containsLocalBean("taskScheduler"))
                    .isFalse();
            assertThat(scheduledThread(child)).startsWith(OURS);
        }));
    }

    @Test
    void customizersSetItUpInTheirOrder() {
        runner.withUserConfiguration(TwoCustomizers.class)
                .run(context -> assertThat(context.getBean(GmpTaskScheduler.class)
                                .getClock()
                                .getZone())
                        .isEqualTo(ZoneOffset.ofHours(2)));
    }

    private static String scheduledThread(ApplicationContext context) throws Exception {
        return context.getBean(Job.class).thread.get(100, TimeUnit.SECONDS);
    }

    record Injected(TaskScheduler scheduler, Optional<ScheduledExecutorService> service) {}

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Scheduling {

        @Bean
        Job job() {
            return new Job();
        }
    }

    static class Job {

        final CompletableFuture<String> thread = new CompletableFuture<>();

        @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.HOURS)
        void run() {
            thread.complete(Thread.currentThread().getName());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTaskScheduler {

        @Bean
        ThreadPoolTaskScheduler mine() {
            return new ThreadPoolTaskScheduler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSchedulerByThatName {

        @Bean
        SimpleAsyncTaskScheduler taskScheduler() {
            SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler();
            scheduler.setThreadNamePrefix("named-");
            return scheduler;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduledExecutorService {

        @Bean
        ScheduledExecutorService raw() {
            return Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "raw-1"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnScheduledExecutorServiceNoDefaultCandidate {

        @Bean(defaultCandidate = false)
        ScheduledExecutorService raw() {
            return Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "raw-1"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnGmpScheduler {

        @Bean(destroyMethod = "")
        GmpScheduler scheduler() {
            return GmpScheduler.builder()
                    .name("own")
                    .machineKeepAlive(Duration.ofSeconds(1))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSchedulingConfigurer implements SchedulingConfigurer {

        @Override
        public void configureTasks(ScheduledTaskRegistrar registrar) {
            registrar.setScheduler(
                    Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "configured-1")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoCustomizers {

        @Bean
        @Order(2)
        GmpTaskSchedulerCustomizer second() {
            return scheduler -> scheduler.setClock(Clock.system(ZoneOffset.ofHours(2)));
        }

        @Bean
        @Order(1)
        GmpTaskSchedulerCustomizer first() {
            return scheduler -> scheduler.setClock(Clock.system(ZoneOffset.ofHours(1)));
        }
    }
}
