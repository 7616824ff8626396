package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The endpoint names what holds up others, and shows stacks to whom it may. */
class GmpEndpointCulpritTests {

    private static final SecurityContext NOBODY = SecurityContext.NONE;
    private static final String WHEN_AUTHORIZED = "management.endpoint.gmp.show-stacks=when-authorized";
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, GmpEndpointAutoConfiguration.class))
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=gmp", "gmp.max-procs=1", "gmp.goroutines=direct");

    @Test
    void theHogIsNamedWithItsStack() {
        withHog("management.endpoint.gmp.show-stacks=always", (endpoint, executor) -> {
            // Without a CPU it looks as if it blocked.
            await().atMost(PATIENCE).untilAsserted(() -> {
                SchedulerDescriptor shown = shown(endpoint, NOBODY, true);
                assertThat(shown.stacksAllowed()).isTrue();
                assertThat(shown.recentLosses()).anySatisfy(loss -> {
                    assertThat(loss.kind()).isIn("preemption", "handoff");
                    assertThat(loss.task()).isEqualTo(BusyTask.class.getName());
                    assertThat(loss.stack()).anyMatch(frame -> frame.startsWith(BusyTask.class.getName() + ".run("));
                });
                assertThat(shown.machineDetails()).anySatisfy(machine -> {
                    assertThat(machine.running()).isEqualTo(BusyTask.class.getName());
                    assertThat(machine.state()).isIn("overtime", "blocked");
                    assertThat(machine.runningFor()).isPositive();
                    assertThat(machine.stack()).anyMatch(frame -> frame.startsWith(BusyTask.class.getName() + ".run("));
                });
            });
            assertThat(shown(endpoint, NOBODY, false).machineDetails()).allMatch(machine -> machine.stack() == null);
        });
    }

    @Test
    void whatYieldsAgainAndAgainIsNamedWithItsStack() {
        runner.withPropertyValues("management.endpoint.gmp.show-stacks=always").run(context -> {
            Yielding yielding = new Yielding();
            context.getBean(GmpTaskExecutor.class).execute(yielding);
            try {
                await().atMost(PATIENCE).untilAsserted(() -> {
                    SchedulerDescriptor shown = shown(context.getBean(GmpEndpointWebExtension.class), NOBODY, false);
                    assertThat(shown.counters().repeatedYields()).isPositive();
                    assertThat(shown.recentLosses()).anySatisfy(loss -> {
                        assertThat(loss.kind()).isEqualTo("yields");
                        assertThat(loss.task()).isEqualTo(Yielding.class.getName());
                        assertThat(loss.stack())
                                .anyMatch(frame -> frame.startsWith(Yielding.class.getName() + ".run("));
                    });
                });
            } finally {
                yielding.ended = true;
            }
        });
    }

    @Test
    void byDefaultStacksAreForNobody() {
        withHog("gmp.mode=auto", (endpoint, executor) -> {
            assertThat(stacks(shown(endpoint, user("operator"), true))).isEmpty();
            assertThat(shown(endpoint, user("operator"), true).stacksAllowed()).isFalse();
        });
    }

    @Test
    void onRequestStacksAreForThoseWhoHaveLoggedIn() {
        withHog(WHEN_AUTHORIZED, (endpoint, executor) -> {
            assertThat(stacks(shown(endpoint, NOBODY, true))).isEmpty();
            assertThat(shown(endpoint, NOBODY, true).stacksAllowed()).isFalse();
            assertThat(stacks(shown(endpoint, user("reader"), true))).isNotEmpty();
        });
    }

    @Test
    void rolesNarrowThatDown() {
        withHog(WHEN_AUTHORIZED + "\nmanagement.endpoint.gmp.roles=operator", (endpoint, executor) -> {
            assertThat(stacks(shown(endpoint, user("reader"), true))).isEmpty();
            assertThat(stacks(shown(endpoint, user("operator"), true))).isNotEmpty();
        });
    }

    @Test
    void neverMeansNever() {
        withHog(
                "management.endpoint.gmp.show-stacks=never",
                (endpoint, executor) -> assertThat(stacks(shown(endpoint, user("operator"), true)))
                        .isEmpty());
    }

    @Test
    void aBadPageIsRefusedWithTheReason() {
        withHog("gmp.mode=auto", (endpoint, executor) -> {
            assertThatThrownBy(() -> endpoint.schedulers(NOBODY, 0, 100_000, false))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessage("limit must be between 1 and 1000, but was 100000");
        });
    }

    @Test
    void decoratedTasksAndFuturesAreCalledByWhatIsInside() {
        runner.withBean(org.springframework.core.task.TaskDecorator.class, () -> task -> () -> task.run())
                .run(context -> {
                    GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
                    GmpScheduler scheduler = context.getBean(GmpScheduler.class);
                    Blocking task = new Blocking();
                    Blocking inFuture = new Blocking();
                    executor.execute(task);
                    executor.submit(inFuture);
                    task.begun.await();
                    inFuture.begun.await();
                    List<String> running = scheduler.snapshot().machines().stream()
                            .map(machine -> String.valueOf(machine.running()))
                            .toList();
                    task.release.countDown();
                    inFuture.release.countDown();
                    assertThat(running)
                            .filteredOn(Blocking.class.getName()::equals)
                            .hasSize(2);
                });
    }

    /** @param properties one a line */
    private void withHog(String properties, BiConsumer<GmpEndpointWebExtension, GmpTaskExecutor> test) {
        runner.withPropertyValues(properties.split("\n")).run(context -> {
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
            BusyTask hog = BusyTask.on(executor);
            try {
                executor.execute(() -> {});
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(scheduler.snapshot().recentLosses())
                                .anySatisfy(loss -> {
                                    assertThat(loss.task()).isEqualTo(BusyTask.class.getName());
                                    assertThat(loss.stack()).isNotEmpty();
                                }));
                test.accept(context.getBean(GmpEndpointWebExtension.class), executor);
            } finally {
                hog.release();
            }
        });
    }

    private static SchedulerDescriptor shown(GmpEndpointWebExtension endpoint, SecurityContext who, boolean stacks) {
        return Objects.requireNonNull(endpoint.scheduler(who, "default", null, null, stacks));
    }

    private static List<List<String>> stacks(SchedulerDescriptor shown) {
        List<List<String>> stacks = new java.util.ArrayList<>();
        shown.recentLosses().forEach(loss -> addIfThere(stacks, loss.stack()));
        shown.machineDetails().forEach(machine -> addIfThere(stacks, machine.stack()));
        return stacks;
    }

    private static void addIfThere(List<List<String>> stacks, @Nullable List<String> stack) {
        if (stack != null) {
            stacks.add(stack);
        }
    }

    private static SecurityContext user(String role) {
        return new SecurityContext() {
            @Override
            public Principal getPrincipal() {
                return () -> "somebody";
            }

            @Override
            public boolean isUserInRole(String asked) {
                return asked.equals(role);
            }
        };
    }

    private static final class Yielding implements Runnable {

        volatile boolean ended;

        @Override
        public void run() {
            while (!ended) {
                Goroutines.yield();
            }
        }
    }

    private static final class Blocking implements Runnable {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);

        @Override
        public void run() {
            begun.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
