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
 * A channel in Go's sense, made of a synchronizer of the JDK: one goroutine tells another one which round it is, or only
 * that the other one may go on.
 *
 * @param send tells the round
 * @param receive waits until it is told, and fails if it is another round
 */
record Channel(Step send, Step receive) {
    /** Beyond the end of each measurement; a wait that takes so long is a failure. */
    static final long TIME = 1;

    /** Of {@link #TIME}. */
    static final TimeUnit UNIT = TimeUnit.MINUTES;

    /** Waits on what a synchronizer offers for that. */
    @FunctionalInterface
    interface Waiting<T> {
        void on(T synchronizer) throws Exception;
    }

    static Channel queue(BlockingQueue<Integer> queue) {
        return new Channel(queue::put, round -> same(round, queue.take()));
    }

    static Channel timedQueue(BlockingQueue<Integer> queue) {
        return new Channel(
                round -> inTime(queue.offer(round, TIME, UNIT)), round -> same(round, queue.poll(TIME, UNIT)));
    }

    /** For many on each side: what arrives may come from any of them. */
    static Channel ofAny(BlockingQueue<Integer> queue) {
        return new Channel(queue::put, round -> queue.take());
    }

    static Channel transfer(TransferQueue<Integer> queue) {
        return new Channel(queue::transfer, round -> same(round, queue.take()));
    }

    static Channel timedTransfer(TransferQueue<Integer> queue) {
        return new Channel(
                round -> inTime(queue.tryTransfer(round, TIME, UNIT)), round -> same(round, queue.poll(TIME, UNIT)));
    }

    /** A flag under a lock. */
    static Channel condition(Waiting<Condition> waiting) {
        ReentrantLock lock = new ReentrantLock();
        Condition isTold = lock.newCondition();
        AtomicBoolean told = new AtomicBoolean();
        return new Channel(
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
    static Channel monitor(Waiting<Object> waiting) {
        Object monitor = new Object();
        AtomicBoolean told = new AtomicBoolean();
        return new Channel(
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
    static Channel park(Waiting<Object> waiting) {
        AtomicReference<@Nullable Thread> taker = new AtomicReference<>();
        AtomicBoolean told = new AtomicBoolean();
        return new Channel(
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
            throw new IllegalStateException("no partner came within %d %s".formatted(TIME, UNIT));
        }
    }
}
