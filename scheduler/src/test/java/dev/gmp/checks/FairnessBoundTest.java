package dev.gmp.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Unwatched;
import dev.gmp.config.Discipline;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The promise of fairness as a number: if no more than {@code n} tasks are live, and each ends, one that is ready begins
 * after a bounded number of others. With one processor and no sysmon the number depends on no clock and no other thread:
 * every 61st slice takes from the global queue, and a slice holds 17 tasks at most, 16 of them from runnext.
 */
class FairnessBoundTest {

    private static final int LIVE = 30;
    private static final int SLICES_TO_THE_GLOBAL_QUEUE = 61;
    private static final int TASKS_IN_A_SLICE = 17;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicBoolean stop = new AtomicBoolean();

    @ParameterizedTest
    @EnumSource(Discipline.class)
    void oneThatComesFromOutsideBeginsAfterABoundedNumberOfOthers(Discipline discipline) throws Exception {
        long bound = 2L * SLICES_TO_THE_GLOBAL_QUEUE * TASKS_IN_A_SLICE;
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).discipline(discipline));
                AutoCloseable ending = () -> stop.set(true)) {
            startEndless(scheduler, LIVE);
            for (int i = 0; i < 200; i++) {
                assertThat(othersBeforeOneFromOutside(scheduler)).isLessThan(bound);
            }
        }
    }

    /** It comes from runnext each time and leaves the ring empty: none there keeps others waiting until a 61st slice. */
    @Test
    void oneThatComesFromOutsideBeginsAfterOneSliceOfAChain() throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1));
                AutoCloseable ending = () -> stop.set(true)) {
            startEndless(scheduler, 1);
            for (int i = 0; i < 200; i++) {
                assertThat(othersBeforeOneFromOutside(scheduler)).isLessThanOrEqualTo(TASKS_IN_A_SLICE);
            }
        }
    }

    /** Two that ready each other through runnext would share the processor between them alone. */
    @ParameterizedTest
    @EnumSource(Discipline.class)
    void oneThatComesFromInsideBeginsAfterABoundedNumberOfOthers(Discipline discipline) throws Exception {
        long bound = 2L * (LIVE + 1) * SLICES_TO_THE_GLOBAL_QUEUE * TASKS_IN_A_SLICE;
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(1).discipline(discipline));
                AutoCloseable ending = () -> stop.set(true)) {
            startEndless(scheduler, LIVE);
            for (int i = 0; i < 200; i++) {
                CompletableFuture<Long> waited = new CompletableFuture<>();
                scheduler.execute(() -> {
                    long before = begun.get();
                    scheduler.execute(() -> waited.complete(begun.get() - before));
                    scheduler.execute(() -> {}); // takes runnext, so that the other one has to queue
                });
                assertThat(waited.get(60, TimeUnit.SECONDS)).isLessThan(bound);
            }
        }
    }

    private long othersBeforeOneFromOutside(GmpScheduler scheduler) throws Exception {
        Future<Long> probe = scheduler.submit(begun::get);
        long submitted = begun.get(); // later than the submission, so the difference is never too large
        return probe.get(60, TimeUnit.SECONDS) - submitted;
    }

    /** Returns when each has begun, so that none waits in the global queue before those that are looked at. */
    private void startEndless(GmpScheduler scheduler, int live) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(live);
        for (int i = 0; i < live; i++) {
            scheduler.execute(new Runnable() {
                private boolean counted;

                @Override
                public void run() {
                    begun.incrementAndGet();
                    if (!counted) {
                        counted = true;
                        all.countDown();
                    }
                    if (!stop.get()) {
                        scheduler.execute(this);
                    }
                }
            });
        }
        all.await();
    }
}
