package dev.gmp.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.Unwatched;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import dev.gmp.testkit.Together;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PARK-1 with nothing that could heal a mistake: idle machines are kept for ever, so none ends and looks at the queues
 * once more; there is no sysmon, which would retake, poll and retry; and while a round is awaited nothing is submitted.
 * A wake-up that is lost hangs its round, and the round says so. {@code gmp.stress.seconds} says how long all of them run
 * in the profile {@code long}.
 */
class LostWakeUpStressTest {

    private static final long SECONDS = Long.getLong("gmp.stress.seconds", 1);
    /** They share the time. */
    private static final int FORMS = 7;

    private static final int ROUNDS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void tasksThatFindEveryMachineParkedRun(int procs) throws Exception {
        tasks(procs, ROUNDS);
    }

    @ParameterizedTest
    @Timeout(14_400)
    @Tag("long")
    @ValueSource(ints = {1, 2, 4, 16})
    void tasksThatFindEveryMachineParkedRunAtLength(int procs) throws Exception {
        untilTimeIsUp(() -> tasks(procs, 4 * ROUNDS));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void goroutinesThatWakeEachOtherGetOn(int procs) throws Exception {
        ring(procs, ROUNDS / 4, procs);
    }

    @ParameterizedTest
    @Timeout(14_400)
    @Tag("long")
    @ValueSource(ints = {1, 2, 4})
    void goroutinesThatWakeEachOtherGetOnAtLength(int procs) throws Exception {
        int[] seed = {0};
        untilTimeIsUp(() -> ring(procs, ROUNDS, seed[0]++));
    }

    private static void untilTimeIsUp(Together.Work work) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS) / FORMS;
        do {
            work.run();
        } while (System.nanoTime() - end < 0);
    }

    private static void tasks(int procs, int rounds) throws Exception {
        try (GmpScheduler scheduler = Unwatched.build(Schedulers.direct(procs))) {
            assertThat(new NoLostWakeUpCheck(rounds).faultsOf(scheduler, PATIENCE))
                    .as("%s", scheduler)
                    .isEmpty();
        }
    }

    /**
     * Tokens go round in a ring of goroutines that park between: every hand-over readies one that is parked or about to
     * park, from a machine, and now and then from outside.
     */
    private static void ring(int procs, int laps, int seed) throws Exception {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
        SchedulerBuilder builder = Schedulers.direct(procs).goroutines(GoroutineMode.VIRTUAL);
        try (GmpScheduler scheduler = Unwatched.build(builder)) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = 2 + random.nextInt(6);
            int tokens = 1 + random.nextInt(size);
            try (Ring ring = new Ring(scheduler, size, tokens * laps)) {
                for (int i = 0; i < tokens; i++) {
                    Together.jitter(random.nextInt());
                    ring.pass(random.nextInt(size));
                }
                assertThat(ring.done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .as(
                                "ring of %d, %d tokens, %d hand-overs left; %s",
                                size, tokens, ring.done.getCount(), scheduler)
                        .isTrue();
            }
        }
    }

    private static final class Ring implements AutoCloseable {

        private final Thread[] threads;

        /** A permit each; more than one token may wait at one place. */
        private final AtomicIntegerArray waiting;

        private final CountDownLatch done;
        private final AtomicBoolean ended = new AtomicBoolean();

        Ring(GmpScheduler scheduler, int size, int handOvers) {
            threads = new Thread[size];
            waiting = new AtomicIntegerArray(size);
            done = new CountDownLatch(handOvers);
            for (int i = 0; i < size; i++) {
                int place = i;
                threads[i] = scheduler.threadFactory().newThread(() -> live(place));
            }
            for (Thread thread : threads) {
                thread.start();
            }
        }

        void pass(int place) {
            waiting.incrementAndGet(place);
            LockSupport.unpark(threads[place]);
        }

        @Override
        public void close() {
            ended.set(true);
            for (Thread thread : threads) {
                LockSupport.unpark(thread);
            }
        }

        private void live(int place) {
            while (!ended.get()) {
                if (waiting.get(place) == 0) {
                    LockSupport.park();
                } else {
                    waiting.decrementAndGet(place);
                    done.countDown();
                    pass((place + 1) % threads.length);
                }
            }
        }
    }
}
