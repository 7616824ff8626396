package dev.gmp.spring.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.GmpAutoConfiguration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.task.TaskDecorator;

/** What docs/start/migrating.md says of {@code InheritableThreadLocal}: a task inherits nothing, and a decorator carries it. */
class InheritableThreadLocalTests {

    private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class))
            .withPropertyValues("gmp.max-procs=2");

    @BeforeEach
    void set() {
        TENANT.set("north");
    }

    @AfterEach
    void remove() {
        TENANT.remove();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void aTaskInheritsNothing(String goroutines) {
        runner.withPropertyValues("gmp.goroutines=" + goroutines)
                .run(context -> assertThat(seen(context)).containsOnly("goroutine null"));
    }

    @Test
    void aDecoratorCarriesIt() {
        runner.withBean(TaskDecorator.class, () -> task -> {
                    String submitters = TENANT.get();
                    return () -> {
                        TENANT.set(submitters);
                        try {
                            task.run();
                        } finally {
                            TENANT.remove();
                        }
                    };
                })
                .run(context -> {
                    assertThat(seenByDecorated(context)).containsOnly("goroutine north");
                    TENANT.remove();
                    assertThat(seenByDecorated(context)).containsOnly("goroutine null");
                });
    }

    private static List<String> seen(ApplicationContext context) throws Exception {
        List<String> seen = seenByDecorated(context);
        GmpScheduler plain = context.getBean("gmpScheduler", GmpScheduler.class);
        seen.add(plain.submit(InheritableThreadLocalTests::here).get(1, TimeUnit.MINUTES));
        seen.add(plain.schedule((Callable<String>) InheritableThreadLocalTests::here, 1, TimeUnit.NANOSECONDS)
                .get(1, TimeUnit.MINUTES));
        return seen;
    }

    private static List<String> seenByDecorated(ApplicationContext context) throws Exception {
        GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
        CompletableFuture<String> executed = new CompletableFuture<>();
        executor.execute(() -> executed.complete(here()));
        CompletableFuture<String> scheduled = new CompletableFuture<>();
        context.getBean(GmpTaskScheduler.class).schedule(() -> scheduled.complete(here()), Instant.now());
        List<String> seen = new ArrayList<>();
        for (Future<String> each : List.of(executor.submit(InheritableThreadLocalTests::here), executed, scheduled)) {
            seen.add(each.get(1, TimeUnit.MINUTES));
        }
        return seen;
    }

    private static String here() {
        return (Goroutines.isGoroutine() ? "goroutine " : "thread ") + TENANT.get();
    }
}
