package dev.gmp.benchmarks.workload.meet;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Something through which one goroutine tells another one which round it is, or only that the other may go on.
 *
 * @param give tells the round
 * @param take waits until it is told, and fails if it is another round
 */
record Way(Step give, Step take) {
    /** Beyond the end of each measurement; a wait that takes so long is a failure. */
    static final long TIME = 1;

    /** Of {@link #TIME}. */
    static final TimeUnit UNIT = TimeUnit.MINUTES;

    /** Waits on what a synchronizer offers for that. */
    @FunctionalInterface
    interface Waiting<T> {
        void on(T synchronizer) throws Exception;
    }

    static Way queue(BlockingQueue<Integer> queue) {
        return new Way(queue::put, round -> same(round, queue.take()));
    }

    static Way timedQueue(BlockingQueue<Integer> queue) {
        return new Way(round -> inTime(queue.offer(round, TIME, UNIT)), round -> same(round, queue.poll(TIME, UNIT)));
    }

    /** For many on each side: what arrives may come from any of them. */
    static Way ofAny(BlockingQueue<Integer> queue) {
        return new Way(queue::put, round -> queue.take());
    }

    static Way transfer(TransferQueue<Integer> queue) {
        return new Way(queue::transfer, round -> same(round, queue.take()));
    }

    static Way timedTransfer(TransferQueue<Integer> queue) {
        return new Way(
                round -> inTime(queue.tryTransfer(round, TIME, UNIT)), round -> same(round, queue.poll(TIME, UNIT)));
    }

    /** A flag under a lock. */
    static Way condition(Waiting<Condition> waiting) {
        ReentrantLock lock = new ReentrantLock();
        Condition isTold = lock.newCondition();
        AtomicBoolean told = new AtomicBoolean();
        return new Way(
                round -> {
                    lock.lock();
                    try {
                        told.setPlain(true);
                        isTold.signal();
                    } finally {
                        lock.unlock();
                    }
                },
                round -> {
                    lock.lock();
                    try {
                        while (!told.getPlain()) {
                            waiting.on(isTold);
                        }
                        told.setPlain(false);
                    } finally {
                        lock.unlock();
                    }
                });
    }

    /** A flag under a monitor. */
    static Way monitor(Waiting<Object> waiting) {
        Object monitor = new Object();
        AtomicBoolean told = new AtomicBoolean();
        return new Way(
                round -> {
                    synchronized (monitor) {
                        told.setPlain(true);
                        monitor.notifyAll();
                    }
                },
                round -> {
                    synchronized (monitor) {
                        while (!told.getPlain()) {
                            waiting.on(monitor);
                        }
                        told.setPlain(false);
                    }
                });
    }

    /** A flag for which the goroutine parks. */
    static Way park(Waiting<Object> waiting) {
        AtomicReference<@Nullable Thread> taker = new AtomicReference<>();
        AtomicBoolean told = new AtomicBoolean();
        return new Way(
                round -> {
                    told.set(true);
                    LockSupport.unpark(taker.get());
                },
                round -> {
                    taker.set(Thread.currentThread());
                    while (!told.get()) {
                        waiting.on(told);
                    }
                    told.set(false);
                });
    }

    /** @throws IllegalStateException if they differ */
    static void same(Integer expected, @Nullable Integer received) {
        if (!expected.equals(received)) {
            throw new IllegalStateException("In round %d it received %d".formatted(expected, received));
        }
    }

    /** @throws IllegalStateException if it is not so */
    static void inTime(boolean done) {
        if (!done) {
            throw new IllegalStateException("Nobody came within %d %s".formatted(TIME, UNIT));
        }
    }
}
