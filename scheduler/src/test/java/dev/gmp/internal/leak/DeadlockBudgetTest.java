package dev.gmp.internal.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.observe.DescribedFutureTask;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.testkit.Schedulers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The search ends in time, and uses what it has found by then. */
class DeadlockBudgetTest {

    private static final int TOO_MANY_TO_WALK = 40_000;
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration AMPLE = Duration.ofSeconds(60);

    @Test
    void whatTheWalkHasReachedIsFollowed() throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        Scheduler scheduler =
                new Scheduler(Schedulers.config(Schedulers.direct(2)), null, LocalRunQueue.CAPACITY, true);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Future<?>> own = new CompletableFuture<>();
        DescribedFutureTask<?> stuck = new DescribedFutureTask<>(() -> own.get().get());
        try {
            for (int i = 0; i < TOO_MANY_TO_WALK; i++) {
                scheduler.execute(
                        () -> {
                            begun.incrementAndGet();
                            awaitQuietly(end);
                        },
                        GoroutineMode.VIRTUAL);
            }
            await().atMost(AMPLE).until(() -> begun.get() == TOO_MANY_TO_WALK);
            own.complete(stuck);
            scheduler.execute(stuck, GoroutineMode.DIRECT);

            DeadlockReport report = await().atMost(AMPLE)
                    .until(
                            () -> scheduler.deadlocks(SHORT),
                            each -> !each.deadlocks().isEmpty());
            assertThat(report.complete()).isFalse();
            assertThat(report.notTold()).anyMatch(sentence -> sentence.startsWith("the search ended early"));
        } finally {
            end.countDown();
            stuck.cancel(true);
            scheduler.shutdown();
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void noMoreCyclesAreConfirmedThanAReportHolds() {
        assertThat(confirmedOf(DeadlockReport.MOST, () -> true)).isEqualTo("20 of 20 deadlocks, complete");
        assertThat(confirmedOf(1_000, () -> true)).isEqualTo("20 of 20 deadlocks, ended early");
    }

    @Test
    void oneCycleIsConfirmedWhenTheTimeIsOver() {
        assertThat(confirmedOf(1, () -> false)).isEqualTo("1 of 1 deadlocks, complete");
        assertThat(confirmedOf(2, () -> false)).isEqualTo("1 of 1 deadlocks, ended early");
        assertThat(confirmedOf(0, () -> false)).isEqualTo("0 of 0 deadlocks, complete");
    }

    private static String confirmedOf(int cycles, BooleanSupplier hasTime) {
        AtomicInteger asked = new AtomicInteger();
        Untold untold = new Untold();
        List<List<Wait>> all = Collections.nCopies(cycles, List.of());
        List<Deadlock> confirmed = DeadlockFinder.confirmed(
                all,
                cycle -> {
                    asked.incrementAndGet();
                    return new Deadlock(List.of());
                },
                hasTime,
                untold);
        return "%d of %d deadlocks, %s"
                .formatted(confirmed.size(), asked.get(), untold.isIncomplete() ? "ended early" : "complete");
    }
}
