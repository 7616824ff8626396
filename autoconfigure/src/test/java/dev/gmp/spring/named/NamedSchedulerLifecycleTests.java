package dev.gmp.spring.named;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import dev.gmp.spring.RunningBean;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;

/** Bulkheads and schedulers of their own pause, drain and end with the context, as the application's scheduler does. */
@ExtendWith(OutputCaptureExtension.class)
class NamedSchedulerLifecycleTests {

    private static final String SHARED = "gmp.schedulers.orders.max-goroutines=1";
    private static final String SEPARATE = "gmp.schedulers.orders.max-procs=1";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(GmpAutoConfiguration.class, LifecycleAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SEPARATE})
    void whatIsAcceptedIsFinishedBeforeTheContextHasClosed(String entry) {
        AtomicInteger ran = new AtomicInteger();
        runner.withPropertyValues(entry).run(context -> {
            ExecutorService executor = context.getBean("ordersTaskExecutor", ExecutorService.class);
            for (int i = 0; i < 500; i++) {
                executor.execute(() -> {
                    Thread.yield();
                    ran.incrementAndGet();
                });
            }
            context.close();
            assertThat(ran).hasValue(500);
            assertThat(executor.isTerminated()).isTrue();
        });
    }

    /** Each of both may have nothing to do when it is asked to stop, and get it from the other one then. */
    @ParameterizedTest
    @CsvSource({"applicationTaskExecutor, ordersTaskExecutor", "ordersTaskExecutor, applicationTaskExecutor"})
    void whatATaskHandsToAnotherSchedulerIsFinishedBeforeOtherBeansStop(String from, String to) {
        CountDownLatch closing = new CountDownLatch(1);
        AtomicReference<Boolean> found = new AtomicReference<>();
        runner.withPropertyValues(SEPARATE).withBean(Stoppable.class).run(context -> {
            Stoppable bean = context.getBean(Stoppable.class);
            context.getSourceApplicationContext()
                    .addApplicationListener((ContextClosedEvent event) -> closing.countDown());
            Executor first = context.getBean(from, Executor.class);
            Executor second = context.getBean(to, Executor.class);
            first.execute(() -> {
                Latches.await(closing);
                sleep(); // in this time both are asked to stop
                second.execute(() -> {
                    sleep(); // in this time the first one could stop alone
                    found.set(bean.isRunning());
                });
            });
            context.close();
        });
        assertThat(found).hasValue(true);
    }

    private static void sleep() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops after the schedulers. */
    static class Stoppable extends RunningBean {

        @Override
        public int getPhase() {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SEPARATE})
    void whatIsNotDoneInTimeIsNamedAndInterruptedAndWhatWaitsIsCancelled(String entry, CapturedOutput output) {
        runner.withPropertyValues(entry, "gmp.shutdown.await-termination-period=50ms")
                .run(context -> {
                    ExecutorService executor = context.getBean("ordersTaskExecutor", ExecutorService.class);
                    CountDownLatch begun = new CountDownLatch(1);
                    CountDownLatch never = new CountDownLatch(1);
                    Future<?> running = executor.submit(() -> {
                        begun.countDown();
                        never.await();
                        return null;
                    });
                    begun.await();
                    boolean shared = entry.equals(SHARED);
                    Future<?> waiting = shared ? executor.submit(() -> {}) : null;
                    context.close();
                    Assertions.assertThatThrownBy(running::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(InterruptedException.class);
                    assertThat(output)
                            .contains("still ran tasks 50 ms after it was asked to stop")
                            .contains(shared ? "Scheduler 'default'" : "Scheduler 'orders'");
                    if (waiting != null) {
                        assertThat(waiting.isCancelled()).isTrue();
                        assertThat(output).contains("of bulkhead 'orders' 1 have begun or are about to, 1 wait");
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SEPARATE})
    void aPauseKeepsTasksAndARestartRunsThemInOrder(String entry) {
        runner.withPropertyValues(entry, "gmp.goroutines=direct").run(context -> {
            ConfigurableApplicationContext paused = context.getSourceApplicationContext();
            ExecutorService executor = context.getBean("ordersTaskExecutor", ExecutorService.class);
            TaskScheduler tasks = context.getBean("ordersTaskScheduler", TaskScheduler.class);
            AtomicInteger ticks = new AtomicInteger();
            tasks.scheduleWithFixedDelay(ticks::incrementAndGet, Duration.ofMillis(1));
            await().untilAsserted(() -> assertThat(ticks).hasPositiveValue());
            paused.stop();
            int before = ticks.get();
            Future<Integer> kept = executor.submit(() -> 7);
            GmpScheduler scheduler = entry.equals(SHARED)
                    ? context.getBean("gmpScheduler", GmpScheduler.class)
                    : context.getBean("ordersScheduler", GmpScheduler.class);
            CountDownLatch passed = new CountDownLatch(1);
            scheduler.schedule(passed::countDown, 50, TimeUnit.MILLISECONDS);
            passed.await();
            assertThat(kept.isDone()).isFalse();
            assertThat(ticks.get()).isLessThanOrEqualTo(before + 1);
            paused.start();
            assertThat(kept.get()).isEqualTo(7);
            int after = ticks.get();
            await().untilAsserted(() -> assertThat(ticks.get()).isGreaterThan(after));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {SHARED, SEPARATE})
    void repeatingTasksEndAndNewOnesAreRefusedWhenTheContextCloses(String entry) {
        runner.withPropertyValues(entry).run(context -> {
            TaskScheduler tasks = context.getBean("ordersTaskScheduler", TaskScheduler.class);
            ScheduledFuture<?> repeating = tasks.scheduleAtFixedRate(() -> {}, Duration.ofMillis(1));
            ScheduledFuture<?> later = tasks.schedule(() -> {}, Instant.now().plusSeconds(3_600));
            context.close();
            assertThat(repeating.isCancelled()).isTrue();
            assertThat(later.isCancelled()).isTrue();
            Assertions.assertThatThrownBy(() -> tasks.schedule(() -> {}, Instant.now()))
                    .isInstanceOf(TaskRejectedException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRunForWhichThereIsNoRoomIsLeftOutOrFails(boolean repeats, CapturedOutput output) {
        runner.withPropertyValues(SHARED, "gmp.schedulers.orders.queue-capacity=0")
                .run(context -> {
                    ExecutorService executor = context.getBean("ordersTaskExecutor", ExecutorService.class);
                    TaskScheduler tasks = context.getBean("ordersTaskScheduler", TaskScheduler.class);
                    CountDownLatch gate = new CountDownLatch(1);
                    executor.execute(() -> Latches.await(gate));
                    AtomicInteger ran = new AtomicInteger();
                    ScheduledFuture<?> job = repeats
                            ? tasks.scheduleAtFixedRate(ran::incrementAndGet, Duration.ofMillis(10))
                            : tasks.schedule(ran::incrementAndGet, Instant.now());
                    if (repeats) {
                        await().untilAsserted(() -> assertThat(output).contains("is skipped: bulkhead 'orders'"));
                        assertThat(job.isDone()).isFalse();
                        gate.countDown();
                        await().untilAsserted(() -> assertThat(ran).hasPositiveValue());
                    } else {
                        Assertions.assertThatThrownBy(job::get).hasMessageContaining("bulkhead 'orders'");
                        assertThat(ran).hasValue(0);
                        gate.countDown();
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void runsOfScheduledTasksShareTheLimit(int limit) {
        runner.withPropertyValues("gmp.schedulers.orders.max-goroutines=" + limit)
                .run(context -> {
                    TaskScheduler tasks = context.getBean("ordersTaskScheduler", TaskScheduler.class);
                    AtomicInteger live = new AtomicInteger();
                    AtomicInteger most = new AtomicInteger();
                    AtomicInteger ran = new AtomicInteger();
                    for (int i = 0; i < 6; i++) {
                        tasks.scheduleWithFixedDelay(
                                () -> {
                                    most.accumulateAndGet(live.incrementAndGet(), Math::max);
                                    Thread.yield();
                                    live.decrementAndGet();
                                    ran.incrementAndGet();
                                },
                                Duration.ofNanos(1));
                    }
                    await().untilAsserted(() -> assertThat(ran.get()).isGreaterThan(500));
                    assertThat(most.get()).isLessThanOrEqualTo(limit);
                    assertThat(context.getBean("ordersBulkhead", Bulkhead.class)
                                    .snapshot()
                                    .delayed())
                            .as("there were more than the limit")
                            .isPositive();
                });
    }
}
