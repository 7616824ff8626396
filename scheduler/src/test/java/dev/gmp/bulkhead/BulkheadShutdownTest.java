package dev.gmp.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.BulkheadSnapshot.Phase;
import dev.gmp.testkit.Latches;
import dev.gmp.testkit.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The end of a bulkhead, by itself and with its scheduler. */
class BulkheadShutdownTest {

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger ran = new AtomicInteger();

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void shutdownFinishesWhatWaitsAndLeavesTheSchedulerAlive(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        Bulkhead bulkhead = full(scheduler, mode, 10);
        bulkhead.shutdown();
        assertThat(bulkhead.isShutdown()).isTrue();
        assertThat(bulkhead.isTerminated()).isFalse();
        assertThat(bulkhead.snapshot().phase()).isEqualTo(Phase.SHUTDOWN);
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> bulkhead.execute(() -> {}))
                .withMessageContaining("bulkhead 'db'")
                .withMessageContaining("it is shut down");
        gate.countDown();
        assertThat(bulkhead.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).hasValue(10);
        assertThat(bulkhead.snapshot().phase()).isEqualTo(Phase.TERMINATED);
        assertThat(scheduler.submit(() -> "alive").get()).isEqualTo("alive");
        scheduler.close();
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void shutdownNowInterruptsWhatRunsAndReturnsWhatWaits(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        Bulkhead bulkhead = full(scheduler, mode, 2);
        await().until(() -> ran.get() == 2);
        Runnable plain = () -> {};
        bulkhead.execute(plain);
        Future<?> future = bulkhead.submit(() -> {});

        List<Runnable> unrun = bulkhead.shutdownNow();
        assertThat(unrun).hasSize(2).first().isSameAs(plain);
        assertThat(unrun.get(1)).isSameAs(future);
        assertThat(future.isDone()).as("it is returned, not cancelled").isFalse();
        assertThat(bulkhead.awaitTermination(60, TimeUnit.SECONDS))
                .as("the running ones were interrupted, for the gate is shut")
                .isTrue();
        assertThat(scheduler.isShutdown()).isFalse();
        scheduler.close();
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void shutdownNowReturnsWhatHasASlotAndHasNotBegun(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
        scheduler.execute(() -> Latches.await(gate));
        Bulkhead bulkhead =
                scheduler.bulkhead("db").goroutines(mode).maxGoroutines(1).build();
        Runnable notBegun = ran::incrementAndGet;
        bulkhead.execute(notBegun);
        assertThat(bulkhead.snapshot().live()).isEqualTo(1);
        assertThat(bulkhead.shutdownNow()).singleElement().isSameAs(notBegun);
        assertThat(bulkhead.isTerminated()).isTrue();
        gate.countDown();
        scheduler.close();
        assertThat(ran).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aSchedulerThatIsShutDownFirstRunsWhatWaits(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        Bulkhead bulkhead = full(scheduler, mode, 100);
        scheduler.shutdown();
        assertThat(bulkhead.isShutdown()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> bulkhead.execute(() -> {}))
                .withMessageContaining("the scheduler is SHUTDOWN");
        gate.countDown();
        Schedulers.awaitTermination(scheduler);
        assertThat(ran).hasValue(100);
        assertThat(bulkhead.isTerminated()).isTrue();
        assertThat(scheduler.snapshot().counters().created()).isEqualTo(100);
        assertThat(scheduler.snapshot().counters().completed()).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void shutdownNowOfTheSchedulerReturnsWhatWaitsAndWhatHasNotBegun(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
        CountDownLatch begun = new CountDownLatch(1);
        scheduler.execute(() -> {
            begun.countDown();
            Latches.await(gate);
        });
        Latches.await(begun);
        Bulkhead bulkhead =
                scheduler.bulkhead("db").goroutines(mode).maxGoroutines(2).build();
        List<Runnable> tasks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            tasks.add(new Task());
        }
        tasks.forEach(bulkhead::execute);

        assertThat(scheduler.shutdownNow()).containsExactlyInAnyOrderElementsOf(tasks);
        Schedulers.awaitTermination(scheduler);
        assertThat(bulkhead.isTerminated()).isTrue();
        assertThat(ran).hasValue(0);
    }

    /** A running task ends by the interrupt only, and must not let the next one begin. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void shutdownNowOfTheSchedulerTakesBackWhatWaitsBeforeItInterrupts(GoroutineMode mode) throws Exception {
        for (int round = 0; round < 300; round++) {
            GmpScheduler scheduler = Schedulers.direct(2).build();
            Bulkhead bulkhead =
                    scheduler.bulkhead("db").goroutines(mode).maxGoroutines(1).build();
            CountDownLatch begun = new CountDownLatch(1);
            bulkhead.execute(() -> {
                begun.countDown();
                Latches.await(gate);
            });
            Latches.await(begun);
            Runnable waiting = new Task();
            bulkhead.execute(waiting);

            assertThat(scheduler.shutdownNow()).containsExactly(waiting);
            Schedulers.awaitTermination(scheduler);
        }
        assertThat(ran).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void aBulkheadOfASchedulerThatHasEndedHasEnded(GoroutineMode mode) {
        GmpScheduler scheduler = Schedulers.direct(1).build();
        scheduler.close();
        Bulkhead bulkhead =
                scheduler.bulkhead("db").maxGoroutines(1).goroutines(mode).build();
        assertThat(bulkhead.isTerminated()).isTrue();
        bulkhead.close();
    }

    @ParameterizedTest
    @MethodSource("dev.gmp.testkit.Modes#available")
    void closeInterruptsWhenItIsInterrupted(GoroutineMode mode) throws Exception {
        GmpScheduler scheduler = Schedulers.direct(2).build();
        Bulkhead bulkhead = full(scheduler, mode, 2);
        Thread.currentThread().interrupt();
        bulkhead.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bulkhead.isTerminated()).isTrue();
        scheduler.close();
    }

    /** Two slots, and more tasks than that, which count themselves and wait for the gate. */
    private Bulkhead full(GmpScheduler scheduler, GoroutineMode mode, int tasks) {
        Bulkhead bulkhead =
                scheduler.bulkhead("db").goroutines(mode).maxGoroutines(2).build();
        for (int i = 0; i < tasks; i++) {
            bulkhead.execute(() -> {
                ran.incrementAndGet();
                Latches.await(gate);
            });
        }
        return bulkhead;
    }

    private final class Task implements Runnable {
        @Override
        public void run() {
            ran.incrementAndGet();
        }
    }
}
