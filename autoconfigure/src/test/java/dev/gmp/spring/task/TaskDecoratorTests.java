package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.context.ContextRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;

/** Which decorators the application's task executor takes. */
class TaskDecoratorTests {

    private static final List<String> STEPS = Collections.synchronizedList(new ArrayList<>());

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

    @Test
    void allOfTheApplicationsInTheirOrder() {
        STEPS.clear();
        runner.withUserConfiguration(TwoDecorators.class).run(context -> {
            context.getBean(GmpTaskExecutor.class).execute(() -> STEPS.add("task"));
            context.close();
            assertThat(STEPS).containsExactly("second", "first", "task");
        });
    }

    @Test
    void bootsThatPropagatesContext() {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", tenant);
        tenant.set("blue");
        try {
            runner.withPropertyValues("spring.task.execution.propagate-context=true")
                    .run(context -> assertThat(context.getBean(GmpTaskExecutor.class)
                                    .submit(tenant::get)
                                    .get(100, TimeUnit.SECONDS))
                            .isEqualTo("blue"));
            runner.run(context -> assertThat(context.getBean(GmpTaskExecutor.class)
                            .submit(tenant::get)
                            .get(100, TimeUnit.SECONDS))
                    .isNull());
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDecorators {

        @Bean
        @Order(2)
        TaskDecorator second() {
            return noting("second");
        }

        @Bean
        @Order(1)
        TaskDecorator first() {
            return noting("first");
        }

        private static TaskDecorator noting(String step) {
            return task -> () -> {
                STEPS.add(step);
                task.run();
            };
        }
    }
}
