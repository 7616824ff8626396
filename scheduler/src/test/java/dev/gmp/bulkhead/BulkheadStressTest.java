package dev.gmp.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.observe.BulkheadSnapshot;
import dev.gmp.testkit.Modes;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many short lives of bulkheads, with several submitters, parking and throwing tasks, tasks that submit, cancellations, and
 * an end in the middle, of the bulkhead or of the scheduler. Each accepted task ran once, or was cancelled while it waited,
 * or was returned; never more ran at once than there are slots, and all slots were in use at some time.
 * {@code gmp.stress.operations} says how many submissions are made at length, and {@code gmp.stress.seed} repeats a life
 * that failed.
 */
class BulkheadStressTest {

    private static final long OPERATIONS = Long.getLong("gmp.stress.operations", 1_000_000) / 2;
    private static final long OPERATIONS_OF_A_BUILD = 60_000;
    private static final Long SEED = Long.getLong("gmp.stress.seed");
    private static final int SUBMITTERS = 3;

    @Test
    @Timeout(300)
    void eachAcceptedTaskRunsOnceAndTheLimitHolds() throws Exception {
        live(OPERATIONS_OF_A_BUILD);
    }

    @Test
    @Tag("long")
    @Timeout(14_400)
    void eachAcceptedTaskRunsOnceAndTheLimitHoldsAtLength() throws Exception {
        live(OPERATIONS);
    }

    private static void live(long operations) throws Exception {
        List<GoroutineMode> modes = Modes.available().toList();
        long done = 0;
        long reached = 0;
        long lives = 0;
        for (long seed = SEED == null ? 1 : SEED; done < operations; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Life life = new Life(seed, random, modes.get((int) (seed % modes.size())));
            done += life.run();
            reached += life.mostLive.get() == life.slots ? 1 : 0;
            lives++;
        }
        assertThat(reached).as("of %d lives, those that used all slots", lives).isPositive();
    }

    private static final class Life {

        private final long seed;
        private final int slots;
        private final int tasks;
        private final int end;
        private final GmpScheduler scheduler;
        private final Bulkhead bulkhead;
        private final AtomicIntegerArray runs;
        private final AtomicIntegerArray accepted;
        private final AtomicInteger live = new AtomicInteger();
        private final AtomicInteger mostLive = new AtomicInteger();
        private final LongAdder rejected = new LongAdder();
        private final LongAdder submitted = new LongAdder();
        private volatile List<Runnable> returned = List.of();

        Life(long seed, SplittableRandom random, GoroutineMode mode) {
            this.seed = seed;
            this.slots = random.nextInt(1, 6);
            this.tasks = random.nextInt(100, 6_000);
            this.end = random.nextInt(6);
            this.scheduler = Schedulers.direct(random.nextInt(1, 5)).build();
            this.bulkhead = scheduler
                    .bulkhead("stress-" + seed)
                    .goroutines(mode)
                    .maxGoroutines(slots)
                    .queueCapacity(random.nextBoolean() ? random.nextInt(0, 50) : Integer.MAX_VALUE)
                    .build();
            this.runs = new AtomicIntegerArray(2 * SUBMITTERS * tasks);
            this.accepted = new AtomicIntegerArray(2 * SUBMITTERS * tasks);
        }

        long run() throws Exception {
            List<List<Future<?>>> futures = new ArrayList<>();
            List<Together.Work> works = new ArrayList<>();
            for (int i = 0; i < SUBMITTERS; i++) {
                int submitter = i;
                List<Future<?>> mine = new ArrayList<>();
                futures.add(mine);
                works.add(() -> submitAll(submitter, mine));
            }
            works.add(this::endInTheMiddle);
            Together.run(works);
            bulkhead.shutdown();
            assertThat(bulkhead.awaitTermination(60, TimeUnit.SECONDS))
                    .as("seed %d ended; %s", seed, bulkhead.snapshot())
                    .isTrue();
            scheduler.shutdown();
            Schedulers.awaitTermination(scheduler);
            check(futures);
            return SUBMITTERS * (long) tasks;
        }

        private void submitAll(int submitter, List<Future<?>> futures) {
            SplittableRandom random = new SplittableRandom(seed * 31 + submitter);
            for (int i = 0; i < tasks; i++) {
                int number = submitter * tasks + i;
                int kind = random.nextInt(200);
                Runnable task = () -> work(number, kind);
                try {
                    submitted.increment();
                    accepted.set(number, 1);
                    Future<?> future = bulkhead.submit(task);
                    futures.add(future);
                    if (kind >= 180) {
                        future.cancel(kind % 2 == 0);
                    }
                } catch (RejectedExecutionException e) {
                    accepted.set(number, 0);
                    rejected.increment();
                    futures.add(new FutureTask<>(task, null));
                }
            }
        }

        private void work(int number, int kind) {
            int now = live.incrementAndGet();
            try {
                mostLive.accumulateAndGet(now, Math::max);
                runs.incrementAndGet(number);
                if (kind < 4) {
                    LockSupport.parkNanos(20_000);
                } else if (kind < 20) {
                    Goroutines.yield();
                } else if (kind < 40) {
                    submitFromInside(SUBMITTERS * tasks + number);
                } else if (kind < 45) {
                    throw new IllegalStateException("meant");
                }
            } finally {
                live.decrementAndGet();
            }
        }

        private void submitFromInside(int number) {
            try {
                submitted.increment();
                accepted.set(number, 1);
                bulkhead.execute(() -> work(number, 100));
            } catch (RejectedExecutionException e) {
                accepted.set(number, 0);
                rejected.increment();
            }
        }

        private void endInTheMiddle() {
            while (bulkhead.snapshot().admitted() < tasks / 2 && end < 4) {
                if (rejected.sum() + bulkhead.snapshot().withdrawn() >= tasks) {
                    return;
                }
                Thread.yield();
            }
            switch (end) {
                case 0 -> bulkhead.shutdown();
                case 1 -> returned = bulkhead.shutdownNow();
                case 2 -> scheduler.shutdown();
                case 3 -> returned = scheduler.shutdownNow();
                default -> {
                    // to the end
                }
            }
        }

        private void check(List<List<Future<?>>> futures) {
            BulkheadSnapshot end = bulkhead.snapshot();
            String about = "seed %d, end %d, %s".formatted(seed, this.end, end);
            assertThat(mostLive.get()).as(about).isLessThanOrEqualTo(slots);
            assertThat(end.live()).as(about).isZero();
            assertThat(end.queued()).as(about).isZero();
            assertThat(end.rejections()).as(about).isEqualTo(rejected.sum());
            assertThat(end.completed()).as(about).isEqualTo(end.admitted());
            assertThat(end.admitted() + end.withdrawn() + end.rejections())
                    .as(about)
                    .isEqualTo(submitted.sum());
            assertThat(end.admissionWait().samples()).as(about).isEqualTo(end.admitted());
            int unrun = 0;
            for (int number = 0; number < SUBMITTERS * tasks; number++) {
                Future<?> future = futures.get(number / tasks).get(number % tasks);
                int ran = runs.get(number);
                assertThat(ran).as("runs of %d, %s", number, about).isLessThanOrEqualTo(accepted.get(number));
                if (accepted.get(number) == 1 && ran == 0 && !future.isCancelled()) {
                    assertThat(returned).as("%d, %s", number, about).contains((Runnable) future);
                    unrun++;
                }
            }
            for (int number = SUBMITTERS * tasks; number < 2 * SUBMITTERS * tasks; number++) {
                assertThat(runs.get(number)).as(about).isLessThanOrEqualTo(accepted.get(number));
                unrun += accepted.get(number) - runs.get(number);
            }
            long cancelledToo = returned.stream()
                    .filter(task -> task instanceof Future<?> future && future.isCancelled())
                    .count();
            assertThat(returned.size() - cancelledToo).as(about).isEqualTo(unrun);
            assertThat(scheduler.snapshot().counters().completed())
                    .as(about)
                    .isEqualTo(scheduler.snapshot().counters().created());
        }
    }
}
