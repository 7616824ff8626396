package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport.ConditionAndOutcomes;
import org.springframework.boot.autoconfigure.logging.ConditionEvaluationReportMessage;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** What Boot's condition report, which an application started with {@code --debug} shows, says about the starter. */
class ConditionReportTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

    @Test
    void namesTheExecutorBeanThatWasThereFirst() {
        runner.withUserConfiguration(Executing.class)
                .run(report(text -> assertThat(text)
                        .contains("TaskExecutorConfiguration")
                        .contains("found beans of type 'java.util.concurrent.Executor' raw")
                        .contains("gmp.mode it is AUTO")));
    }

    @Test
    void namesTheTaskSchedulerThatWasThereFirst() {
        runner.withUserConfiguration(Scheduling.class)
                .run(report(text -> assertThat(text)
                        .contains("TaskSchedulerConfiguration")
                        .contains("found beans of type 'org.springframework.scheduling.TaskScheduler' mine")));
    }

    @Test
    void namesTheModeOfBootThatWasForced() {
        runner.withPropertyValues("spring.task.execution.mode=force")
                .run(report(text -> assertThat(text)
                        .contains("spring.task.execution.mode=auto")
                        .contains("found different value in property 'spring.task.execution.mode'")));
    }

    @Test
    void namesTheModeThatIsOff() {
        runner.withPropertyValues("gmp.mode=off")
                .run(report(text -> assertThat(text).contains("@ConditionalOnGmp gmp.mode is OFF")));
    }

    private static ContextConsumer<AssertableApplicationContext> report(Consumer<String> check) {
        return context -> {
            assertThat(context).hasNotFailed();
            ConditionEvaluationReport report = ConditionEvaluationReport.get(
                    context.getSourceApplicationContext().getBeanFactory());
            StringBuilder ours = new StringBuilder();
            for (var source : report.getConditionAndOutcomesBySource().entrySet()) {
                ConditionAndOutcomes outcomes = source.getValue();
                if (source.getKey().startsWith("dev.gmp.") && !outcomes.isFullMatch()) {
                    ours.append(source.getKey()).append('\n');
                    outcomes.forEach(outcome ->
                            ours.append(outcome.getOutcome().getMessage()).append('\n'));
                }
            }
            assertThat(new ConditionEvaluationReportMessage(report).toString()).contains("Negative matches");
            check.accept(ours.toString());
        };
    }

    @Configuration(proxyBeanMethods = false)
    static class Executing {

        @Bean
        ExecutorService raw() {
            return Executors.newSingleThreadExecutor();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Scheduling {

        @Bean
        ThreadPoolTaskScheduler mine() {
            return new ThreadPoolTaskScheduler();
        }
    }
}
