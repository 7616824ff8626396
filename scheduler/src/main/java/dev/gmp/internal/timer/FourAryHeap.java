package dev.gmp.internal.timer;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A heap whose nodes have four children (Go: {@code timers.heap}). The times stand in an array of their own, so that a
 * sift compares four neighbours of one cache line and touches no timer. Not thread-safe.
 */
final class FourAryHeap {

    private static final int SMALLEST = 16;

    private long[] whens = new long[SMALLEST];
    private @Nullable Timer[] timers = new @Nullable Timer[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    /** The earliest time. Only while it is not empty. */
    long firstWhen() {
        return whens[0];
    }

    /** The earliest timer. Only while it is not empty. */
    Timer first() {
        return at(0);
    }

    /** @throws OutOfMemoryError before anything has changed */
    void add(Timer timer, long when) {
        if (size == whens.length) {
            resize(size * 2);
        }
        size++;
        siftUp(size - 1, timer, when);
    }

    void removeFirst() {
        size--;
        Timer last = at(size);
        long when = whens[size];
        timers[size] = null;
        if (size > 0) {
            siftDown(0, last, when);
        }
    }

    void forEach(Consumer<Timer> action) {
        for (int i = 0; i < size; i++) {
            action.accept(at(i));
        }
    }

    /** Throws out all that are not pending, in a time that grows with the size. */
    void retainPending() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Timer timer = at(i);
            if (timer.isPending()) {
                timers[kept] = timer;
                whens[kept] = whens[i];
                kept++;
            }
        }
        Arrays.fill(timers, kept, size, null);
        size = kept;
        for (int i = (size - 2) >> 2; i >= 0 && size > 1; i--) {
            siftDown(i, at(i), whens[i]);
        }
        if (whens.length > SMALLEST && size < whens.length / 4) {
            tryShrink();
        }
    }

    private void tryShrink() {
        try {
            resize(Math.max(SMALLEST, size * 2));
        } catch (OutOfMemoryError e) {
            // stays large
        }
    }

    private void resize(int capacity) {
        long[] moreWhens = Arrays.copyOf(whens, capacity);
        timers = Arrays.copyOf(timers, capacity);
        whens = moreWhens;
    }

    private void siftUp(int from, Timer timer, long when) {
        int hole = from;
        while (hole > 0) {
            int parent = (hole - 1) >> 2;
            if (when >= whens[parent]) {
                break;
            }
            whens[hole] = whens[parent];
            timers[hole] = timers[parent];
            hole = parent;
        }
        whens[hole] = when;
        timers[hole] = timer;
    }

    private void siftDown(int from, Timer timer, long when) {
        int hole = from;
        int child = (hole << 2) + 1;
        while (child < size) {
            int least = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (whens[other] < whens[least]) {
                    least = other;
                }
            }
            if (when <= whens[least]) {
                break;
            }
            whens[hole] = whens[least];
            timers[hole] = timers[least];
            hole = least;
            child = (hole << 2) + 1;
        }
        whens[hole] = when;
        timers[hole] = timer;
    }

    private Timer at(int index) {
        Timer timer = timers[index];
        if (timer == null) {
            throw new IllegalStateException("no timer at " + index + " of " + size);
        }
        return timer;
    }
}
