package dev.gmp.goroutine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.testkit.Schedulers;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Very many goroutines are parked and woken at random, by platform threads and by each other, for {@code
 * gmp.stress.seconds}. Every wake-up is a token: at the end each goroutine has taken exactly as many as it was given, so
 * one that was lost, or that ran on two machines at once, comes to light.
 */
class ParkedGoroutinesSoakTest {

    private static final long SECONDS = Long.getLong("gmp.stress.seconds", 2);
    private static final int WAKERS = 2;

    /** One wake-up in so many is passed on by the goroutine that was woken. */
    private static final int PASSED_ON = 4;

    @BeforeEach
    void onlyWhereAvailable() {
        assumeTrue(VirtualThreads.available(), VirtualThreads::reason);
    }

    @Test
    void noneOfTwentyThousandIsLost() throws Exception {
        new Soak(20_000).run(Math.min(SECONDS, 2));
    }

    @Test
    @Tag("long")
    void noneOfAMillionIsLost() throws Exception {
        new Soak(1_000_000).run(SECONDS);
    }

    private static final class Soak {

        private static final int END = Integer.MIN_VALUE / 2;

        private final int number;
        private final Thread[] threads;

        /** Given and not yet taken; below zero once the goroutine shall end. */
        private final AtomicIntegerArray tokens;

        private final AtomicIntegerArray given;

        /** Each element is written by its goroutine alone, and last: then nothing is under way for that token. */
        private final AtomicIntegerArray taken;

        private final AtomicBoolean stop = new AtomicBoolean();

        Soak(int number) {
            this.number = number;
            threads = new Thread[number];
            tokens = new AtomicIntegerArray(number);
            given = new AtomicIntegerArray(number);
            taken = new AtomicIntegerArray(number);
        }

        void run(long seconds) throws Exception {
            GmpScheduler scheduler = GmpScheduler.builder()
                    .name("soak")
                    .maxProcs(2)
                    .goroutines(GoroutineMode.VIRTUAL)
                    .machineKeepAlive(Schedulers.NEVER)
                    .build();
            for (int i = 0; i < number; i++) {
                int id = i;
                threads[i] = scheduler.threadFactory().newThread(() -> takeTokens(id));
                threads[i].start();
            }
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == number);
            Thread[] wakers = new Thread[WAKERS];
            for (int w = 0; w < WAKERS; w++) {
                wakers[w] = new Thread(this::wakeAtRandom, "waker-" + w);
                wakers[w].start();
            }
            TimeUnit.SECONDS.sleep(seconds);
            stop.set(true);
            for (Thread waker : wakers) {
                waker.join();
            }
            // At rest again: none is on its way to pass a token on. Snapshots alone do not say so: those that sysmon
            // moves from one queue to another are in neither for a moment, and look parked.
            Schedulers.await(scheduler, now -> now.goroutines().waiting() == number && allTaken());
            for (int id = 0; id < number; id++) {
                tokens.addAndGet(id, END);
                LockSupport.unpark(threads[id]);
            }
            scheduler.shutdown();
            Schedulers.awaitTermination(scheduler);
            check(scheduler);
        }

        /** What is given is counted later than what was taken: equal counts say that nothing was under way between. */
        private boolean allTaken() {
            long before = sum(taken);
            return sum(given) == before;
        }

        private long sum(AtomicIntegerArray counts) {
            long sum = 0;
            for (int id = 0; id < number; id++) {
                sum += counts.get(id);
            }
            return sum;
        }

        private void takeTokens(int id) {
            while (true) {
                int now = tokens.get(id);
                if (now < 0) {
                    return;
                }
                if (now == 0) {
                    LockSupport.park();
                } else {
                    tokens.decrementAndGet(id);
                    if (taken.get(id) % PASSED_ON == PASSED_ON - 1) {
                        wake(ThreadLocalRandom.current().nextInt(number));
                    }
                    taken.incrementAndGet(id);
                }
            }
        }

        private void wakeAtRandom() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            while (!stop.get()) {
                for (int i = 0; i < 64; i++) {
                    wake(random.nextInt(number));
                }
                Thread.yield();
            }
        }

        private void wake(int id) {
            given.incrementAndGet(id);
            tokens.incrementAndGet(id);
            LockSupport.unpark(threads[id]);
        }

        private void check(GmpScheduler scheduler) {
            long all = 0;
            for (int id = 0; id < number; id++) {
                assertThat(taken.get(id)).as("goroutine %d", id).isEqualTo(given.get(id));
                assertThat(tokens.get(id)).isEqualTo(END);
                all += taken.get(id);
            }
            assertThat(all).isPositive();
            assertThat(scheduler.snapshot().counters().completed()).isEqualTo(number);
            System.out.printf("%,d goroutines took %,d wake-ups%n", number, all);
        }
    }
}
