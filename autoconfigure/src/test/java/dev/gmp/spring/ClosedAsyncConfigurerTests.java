package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/** An {@code AsyncConfigurer} of a class that nothing can extend stays as it is. */
class ClosedAsyncConfigurerTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

    @Test
    void ofAFinalClass() {
        runner.withBean(AsyncConfigurer.class, Final::new).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(AsyncConfigurer.class).getAsyncExecutor())
                    .isNull();
        });
    }

    /** The compiler gives it a private constructor. */
    @Test
    void ofAPrivateClass() {
        runner.withBean(AsyncConfigurer.class, Private::new).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(AsyncConfigurer.class).getAsyncExecutor())
                    .isNull();
        });
    }

    static final class Final implements AsyncConfigurer {}

    private static class Private implements AsyncConfigurer {}
}
