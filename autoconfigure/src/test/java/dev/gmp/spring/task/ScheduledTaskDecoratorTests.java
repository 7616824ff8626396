package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.GmpAutoConfiguration;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.support.PeriodicTrigger;

/** Which decorators scheduled tasks take, and when. */
class ScheduledTaskDecoratorTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class));

    @Test
    void allOfTheApplicationsInTheirOrder() {
        runner.withUserConfiguration(TwoDecorators.class).run(context -> {
            List<String> steps = context.getBean(TwoDecorators.class).steps;
            context.getBean(GmpTaskScheduler.class)
                    .schedule(() -> steps.add("task"), Instant.now())
                    .get(100, TimeUnit.SECONDS);
            assertThat(steps).containsExactly("second", "first", "task");
        });
    }

    @Test
    void aTaskIsDecoratedOnceOnTheThreadThatSchedulesAndEachRunIsDecorated() {
        List<Thread> decorating = Collections.synchronizedList(new ArrayList<>());
        List<String> steps = Collections.synchronizedList(new ArrayList<>());
        TaskDecorator decorator = task -> {
            decorating.add(Thread.currentThread());
            return () -> {
                steps.add("before");
                task.run();
            };
        };
        runner.withBean(TaskDecorator.class, () -> decorator).run(context -> {
            ScheduledFuture<?> future = context.getBean(GmpTaskScheduler.class)
                    .schedule(() -> steps.add("task"), new PeriodicTrigger(Duration.ofMillis(1)));
            await().until(() -> steps.size() >= 6);
            future.cancel(false);
        });
        assertThat(decorating).containsExactly(Thread.currentThread());
        assertThat(steps.subList(0, 6)).containsExactly("before", "task", "before", "task", "before", "task");
    }

    @Test
    void bootsThatPropagatesContext() {
        ThreadLocal<String> tenant = new ThreadLocal<>();
        ContextRegistry.getInstance().registerThreadLocalAccessor("tenant", tenant);
        tenant.set("blue");
        try {
            runner.withPropertyValues("spring.task.execution.propagate-context=true")
                    .run(context -> assertThat(seen(context.getBean(GmpTaskScheduler.class), tenant))
                            .isEqualTo("blue"));
            runner.run(context -> assertThat(seen(context.getBean(GmpTaskScheduler.class), tenant))
                    .isNull());
        } finally {
            ContextRegistry.getInstance().removeThreadLocalAccessor("tenant");
        }
    }

    private static String seen(GmpTaskScheduler tasks, ThreadLocal<String> tenant) throws Exception {
        CompletableFuture<String> value = new CompletableFuture<>();
        tasks.schedule(() -> value.complete(tenant.get()), Instant.now());
        return value.get(100, TimeUnit.SECONDS);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDecorators {

        private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

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

        private TaskDecorator noting(String step) {
            return task -> () -> {
                steps.add(step);
                task.run();
            };
        }
    }
}
