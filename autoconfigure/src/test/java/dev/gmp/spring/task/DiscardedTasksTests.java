package dev.gmp.spring.task;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.Latches;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * {@code rejection-policy=discard-oldest} takes single tasks, and no thread waits for those in vain: no burst ends a task that
 * repeats.
 */
@ExtendWith(OutputCaptureExtension.class)
class DiscardedTasksTests {

    private static final Duration SHORT = Duration.ofMillis(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    TaskSchedulingAutoConfiguration.class,
                    LifecycleAutoConfiguration.class));

    private final ApplicationContextRunner bulkhead = runner.withPropertyValues(
            "gmp.schedulers.orders.max-goroutines=1",
            "gmp.schedulers.orders.queue-capacity=1",
            "gmp.schedulers.orders.rejection-policy=discard-oldest");

    private final ApplicationContextRunner boundedScheduler = runner.withPropertyValues(
            "gmp.max-procs=1", "gmp.threads.max=1", "gmp.queue-capacity=1", "gmp.rejection-policy=discard-oldest");

    private final AtomicInteger ran = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);

    @Test
    void aRunThatGivesWayInABulkheadIsLeftOutAndTheTaskGoesOn(CapturedOutput output) {
        bulkhead.run(context -> {
            NamedTaskExecutor executor = context.getBean("ordersTaskExecutor", NamedTaskExecutor.class);
            executor.execute(() -> Latches.await(gate));
            ScheduledFuture<?> job = context.getBean("ordersTaskScheduler", GmpTaskScheduler.class)
                    .scheduleAtFixedRate(ran::incrementAndGet, SHORT);
            awaitOneThatWaits(context.getBean("ordersBulkhead", Bulkhead.class));

            executor.execute(() -> {});

            assertThat(output).contains("is skipped: bulkhead 'orders' discarded the waiting run");
            assertThat(job.isDone()).isFalse();
            gate.countDown();
            await().untilAsserted(() -> assertThat(ran).hasValueGreaterThan(3));
            assertThat(job.isDone()).isFalse();
        });
    }

    @Test
    void oneThatRunsOnceFailsIfItGivesWayInABulkhead(CapturedOutput output) {
        bulkhead.run(context -> {
            NamedTaskExecutor executor = context.getBean("ordersTaskExecutor", NamedTaskExecutor.class);
            executor.execute(() -> Latches.await(gate));
            ScheduledFuture<?> job = context.getBean("ordersTaskScheduler", GmpTaskScheduler.class)
                    .schedule(ran::incrementAndGet, Instant.now());
            awaitOneThatWaits(context.getBean("ordersBulkhead", Bulkhead.class));

            Future<?> later = executor.submit(() -> {});

            assertThatThrownBy(() -> job.get(100, TimeUnit.SECONDS))
                    .hasMessageContaining("bulkhead 'orders' discarded the waiting run");
            gate.countDown();
            later.get(100, TimeUnit.SECONDS);
            assertThat(ran).hasValue(0);
        });
        assertThat(output).doesNotContain("after it was asked to stop");
    }

    @Test
    void aScheduledTaskThatIsCancelledLeavesTheBulkheadsQueue() {
        bulkhead.run(context -> {
            Bulkhead orders = context.getBean("ordersBulkhead", Bulkhead.class);
            orders.execute(() -> Latches.await(gate));
            ScheduledFuture<?> job = context.getBean("ordersTaskScheduler", GmpTaskScheduler.class)
                    .scheduleAtFixedRate(ran::incrementAndGet, SHORT);
            awaitOneThatWaits(orders);

            job.cancel(false);

            await().untilAsserted(() -> assertThat(orders.snapshot().queued()).isZero());
            gate.countDown();
        });
        assertThat(ran).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "direct"})
    void dueRunsDoNotGiveWayInTheQueueOfTheScheduler(String goroutines) {
        boundedScheduler.withPropertyValues("gmp.goroutines=" + goroutines).run(context -> {
            GmpScheduler scheduler = context.getBean(GmpScheduler.class);
            GmpTaskScheduler tasks = context.getBean(GmpTaskScheduler.class);
            GmpTaskExecutor executor = context.getBean(GmpTaskExecutor.class);
            BusyTask busy = BusyTask.on(scheduler.direct());
            ScheduledFuture<?> series = tasks.scheduleAtFixedRate(ran::incrementAndGet, SHORT);
            ScheduledFuture<?> once = tasks.schedule(() -> {}, Instant.now());
            await().until(() -> scheduler.snapshot().goroutines().runnable() == 2);

            Future<Integer> older = executor.submit(() -> 1);
            Future<Integer> newer = executor.submit(() -> 2);

            assertThat(older.isCancelled()).isTrue();
            busy.release();
            assertThat(newer.get(100, TimeUnit.SECONDS)).isEqualTo(2);
            once.get(100, TimeUnit.SECONDS);
            await().untilAsserted(() -> assertThat(ran).hasValueGreaterThan(3));
            assertThat(series.isDone()).isFalse();
        });
    }

    private static void awaitOneThatWaits(Bulkhead bulkhead) {
        await().until(() -> bulkhead.snapshot().queued() == 1);
    }
}
