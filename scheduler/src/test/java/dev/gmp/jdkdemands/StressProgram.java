package dev.gmp.jdkdemands;

import dev.gmp.GmpScheduler;
import dev.gmp.testkit.Interrupts;
import dev.gmp.testkit.Pinned;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The stress programs of the JDK for virtual threads, by their names there, on threads of a scheduler. Each ends by itself,
 * and fails where a count is not what it must be.
 */
enum StressProgram {

    /** Two threads hand one element to and fro. */
    PING_PONG(500_000) {
        @Override
        void run(GmpScheduler scheduler, int rounds) throws Exception {
            SynchronousQueue<Integer> there = new SynchronousQueue<>();
            SynchronousQueue<Integer> back = new SynchronousQueue<>();
            Thread ping = start(scheduler, () -> {
                for (int i = 0; i < rounds; i++) {
                    there.put(i);
                    expect(i, back.take());
                }
            });
            Thread pong = start(scheduler, () -> {
                for (int i = 0; i < rounds; i++) {
                    back.put(there.take());
                }
            });
            join(List.of(ping, pong));
        }
    },

    /** A tree of threads, ten below each, that add up the numbers of the leaves through channels. */
    SKYNET(1_000_000) {
        @Override
        void run(GmpScheduler scheduler, int leaves) throws Exception {
            int size = 10;
            while (size * 10L <= leaves) {
                size *= 10;
            }
            BlockingQueue<Long> result = new ArrayBlockingQueue<>(1);
            int count = size;
            start(scheduler, () -> skynet(scheduler, result, 0, count));
            expect((count - 1L) * count / 2, result.take());
        }

        private void skynet(GmpScheduler scheduler, BlockingQueue<Long> result, int number, int size)
                throws InterruptedException {
            if (size == 1) {
                result.put((long) number);
                return;
            }
            BlockingQueue<Long> parts = new LinkedBlockingQueue<>();
            for (int i = 0; i < 10; i++) {
                int first = number + i * (size / 10);
                start(scheduler, () -> skynet(scheduler, parts, first, size / 10));
            }
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += parts.take();
            }
            result.put(sum);
        }
    },

    /** Many threads at few monitors, with waits and notifications. */
    MONITORS(100_000) {
        @Override
        void run(GmpScheduler scheduler, int operations) throws Exception {
            int[] count = {0};
            Object monitor = new Object();
            List<Thread> threads = startMany(scheduler, 50, () -> {
                while (true) {
                    synchronized (monitor) {
                        if (count[0] >= operations) {
                            monitor.notifyAll();
                            return;
                        }
                        count[0]++;
                        if (count[0] % 10 == 0) {
                            monitor.notifyAll();
                        } else if (count[0] % 10 == 5) {
                            monitor.wait(1);
                        }
                    }
                }
            });
            join(threads);
            expect(operations, count[0]);
        }
    },

    /** Threads that yield all the time. */
    YIELD_A_LOT(500_000) {
        @Override
        void run(GmpScheduler scheduler, int yields) throws Exception {
            join(startMany(scheduler, 20, () -> {
                for (int i = 0; i < yields / 20; i++) {
                    Thread.yield();
                }
            }));
        }
    },

    /** Threads that sleep for moments. */
    SLEEP_A_LOT(200_000) {
        @Override
        void run(GmpScheduler scheduler, int sleeps) throws Exception {
            join(startMany(scheduler, 500, () -> {
                for (int i = 0; i < sleeps / 500; i++) {
                    Thread.sleep(0, 100_000);
                }
            }));
        }
    },

    /** A thread that parks, and another that unparks it, each as fast as it can. */
    PARK_A_LOT(300_000) {
        @Override
        void run(GmpScheduler scheduler, int parks) throws Exception {
            AtomicInteger permits = new AtomicInteger();
            AtomicInteger taken = new AtomicInteger();
            Thread parking = start(scheduler, () -> {
                while (taken.get() < parks) {
                    if (permits.get() == 0) {
                        LockSupport.park();
                    } else {
                        permits.decrementAndGet();
                        taken.incrementAndGet();
                    }
                }
            });
            Thread unparking = start(scheduler, () -> {
                for (int i = 0; i < parks; i++) {
                    permits.incrementAndGet();
                    LockSupport.unpark(parking);
                }
            });
            join(List.of(parking, unparking));
            expect(0, permits.get());
        }
    },

    /** Timed waits that are notified, and some that run out, at a monitor of each pair. */
    TIMED_WAIT_A_LOT(100_000) {
        @Override
        void run(GmpScheduler scheduler, int waits) throws Exception {
            List<Thread> threads = new ArrayList<>();
            for (int pair = 0; pair < 20; pair++) {
                Object monitor = new Object();
                AtomicBoolean done = new AtomicBoolean();
                threads.add(start(scheduler, () -> {
                    for (int i = 0; i < waits / 20; i++) {
                        synchronized (monitor) {
                            monitor.wait(0, i % 50 == 0 ? 100_000 : 10_000);
                        }
                    }
                    done.set(true);
                }));
                threads.add(start(scheduler, () -> {
                    while (!done.get()) {
                        synchronized (monitor) {
                            monitor.notifyAll();
                        }
                        Thread.yield();
                    }
                }));
            }
            join(threads);
        }
    },

    /** A thread that parks again and again while it is pinned. */
    PIN_A_LOT(500_000) {
        @Override
        void run(GmpScheduler scheduler, int parks) throws Exception {
            join(startMany(
                    scheduler,
                    2,
                    () -> Pinned.run(() -> {
                        for (int i = 0; i < parks / 200; i++) {
                            LockSupport.parkNanos(1);
                        }
                    })));
        }
    },

    /** More threads than processors are pinned and blocked, and wait for one that comes after them. */
    STARVATION(100_000) {
        @Override
        void run(GmpScheduler scheduler, int threads) throws Exception {
            int atOnce = scheduler.maxProcs() + 2;
            for (int round = 0; round < Math.max(1, threads / 500); round++) {
                CountDownLatch blocked = new CountDownLatch(atOnce);
                AtomicBoolean released = new AtomicBoolean();
                List<Thread> all = startMany(
                        scheduler,
                        atOnce,
                        () -> Pinned.run(() -> {
                            blocked.countDown();
                            while (!released.get()) {
                                LockSupport.park();
                            }
                        }));
                Thread releasing = start(scheduler, () -> {
                    blocked.await();
                    released.set(true);
                    all.forEach(LockSupport::unpark);
                });
                join(all);
                join(List.of(releasing));
            }
        }
    },

    /** Stack traces of a thread that yields and parks; each may submit it again. */
    GET_STACK_TRACE_A_LOT(100_000) {
        @Override
        void run(GmpScheduler scheduler, int steps) throws Exception {
            AtomicInteger done = new AtomicInteger();
            Thread moving = start(scheduler, () -> {
                for (int i = 0; i < steps; i++) {
                    if (i % 2 == 0) {
                        Thread.yield();
                    } else {
                        LockSupport.parkNanos(1);
                    }
                    done.incrementAndGet();
                }
            });
            while (moving.isAlive()) {
                Interrupts.check();
                moving.getStackTrace();
            }
            join(List.of(moving));
            expect(steps, done.get());
        }
    };

    /** As in the JDK, or what takes about as long. */
    private final int full;

    StressProgram(int full) {
        this.full = full;
    }

    abstract void run(GmpScheduler scheduler, int size) throws Exception;

    /** @param share of its full size, above zero */
    void run(GmpScheduler scheduler, double share) throws Exception {
        run(scheduler, Math.max(200, (int) (full * share)));
    }

    /** What a thread does. */
    @FunctionalInterface
    interface Body {
        void run() throws InterruptedException;
    }

    private static Thread start(GmpScheduler scheduler, Body body) {
        Thread thread = scheduler.threadFactory().newThread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    private static List<Thread> startMany(GmpScheduler scheduler, int number, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            threads.add(start(scheduler, body));
        }
        return threads;
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.HOURS.toMillis(3));
        }
    }

    private static void expect(long expected, long actual) {
        if (expected != actual) {
            throw new AssertionError("expected " + expected + ", but was " + actual);
        }
    }
}
