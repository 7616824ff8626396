package dev.gmp.benchmarks.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Producers and consumers on one bounded queue: goroutines that wait for a lock, for room and for items. */
public final class Pipeline extends LatchedBatch {
    private static final int ROOM = 64;
    private static final Integer ITEM = 1;

    private final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(ROOM);
    private final int itemsEach;
    private final List<Thread> goroutines = new ArrayList<>();
    private final AtomicLong consumed = new AtomicLong();

    /** @param pairs of one producer and one consumer each; each handles {@code itemsEach} items */
    public Pipeline(ThreadFactory threads, int pairs, int itemsEach) {
        super((long) pairs * itemsEach, pairs);
        this.itemsEach = itemsEach;
        for (int pair = 0; pair < pairs; pair++) {
            goroutines.add(threads.newThread(this::consume));
            goroutines.add(threads.newThread(this::produce));
        }
    }

    @Override
    protected void begin() {
        goroutines.forEach(Thread::start);
    }

    private void produce() {
        try {
            for (int i = 0; i < itemsEach; i++) {
                queue.put(ITEM);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a producer", e);
        }
    }

    private void consume() {
        long sum = 0;
        try {
            for (int i = 0; i < itemsEach; i++) {
                sum += queue.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a consumer", e);
        }
        consumed.addAndGet(sum);
        partEnds();
    }

    @Override
    public long executions() {
        return consumed.get();
    }
}
