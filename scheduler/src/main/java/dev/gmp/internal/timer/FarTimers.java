package dev.gmp.internal.timer;

import java.util.function.Consumer;

/**
 * Timers that are not due soon, in buckets by time and unsorted, so that setting one costs a few stores; most time-outs are
 * cancelled there and never sorted at all. A bucket is sorted when its time comes. Not thread-safe.
 */
final class FarTimers {

    /** A bucket holds the timers of 2^24 nanoseconds, about 17 ms. */
    private static final int BUCKET_SHIFT = 24;

    /** A power of two: together they hold what is due within 4 seconds. */
    private static final int BUCKETS = 256;

    private final TimerBucket[] buckets = new TimerBucket[BUCKETS];

    /** The timers due after all buckets. */
    private TimerBucket beyond = new TimerBucket();

    /** The timers beyond the buckets that are being distributed: empty, unless memory ran out meanwhile. */
    private TimerBucket spreading = new TimerBucket();

    /** The number of the last bucket whose time has come. */
    private long current;

    /** Buckets that are not empty. */
    private final long[] occupied = new long[BUCKETS / Long.SIZE];

    /** @return false when it is due soon, and belongs into the heap */
    boolean tryAdd(Timer timer, long when) {
        long number = when >> BUCKET_SHIFT;
        if (number <= current) {
            return false;
        }
        if (number - current >= BUCKETS) {
            beyond.add(timer, when);
        } else {
            addToBucket(timer, when);
        }
        return true;
    }

    /** When the earliest is due, or too early, when that was cancelled. */
    long earliest() {
        long number = nextOccupied();
        long inBuckets = number < 0 ? TimerHeap.NEVER : bucket(number).earliest();
        return Math.min(inBuckets, Math.min(beyond.earliest(), spreading.earliest()));
    }

    /**
     * Moves the first due bucket to where timers are taken from, if that place is free. The timers in later buckets are
     * due later. Timers beyond all buckets move up, into the heap if they are due soon.
     *
     * @return the number of husks dropped
     */
    int moveDue(long now, NextTimers next, FourAryHeap heap) {
        long target = now >> BUCKET_SHIFT;
        int husks = 0;
        long number = nextOccupied();
        while (next.isEmpty() && number >= 0 && number <= target) {
            husks += bucket(number).moveTo(next, number << BUCKET_SHIFT);
            occupied[index(number) >> 6] &= ~(1L << number);
            current = number;
            number = nextOccupied();
        }
        if (number < 0 || number > target) {
            current = Math.max(current, target);
        }
        if (beyond.earliest() >> BUCKET_SHIFT < current + BUCKETS / 2 || !spreading.isEmpty()) {
            husks += spread(heap);
        }
        return husks;
    }

    /** Throws out husks. @return how many */
    int sweep() {
        int husks = beyond.retainPending() + spreading.retainPending();
        for (int i = 0; i < BUCKETS; i++) {
            TimerBucket bucket = buckets[i];
            if (bucket != null && !bucket.isEmpty()) {
                husks += bucket.retainPending();
                if (bucket.isEmpty()) {
                    occupied[i >> 6] &= ~(1L << i);
                }
            }
        }
        return husks;
    }

    void forEach(Consumer<Timer> action) {
        beyond.forEach(action);
        spreading.forEach(action);
        for (TimerBucket bucket : buckets) {
            if (bucket != null) {
                bucket.forEach(action);
            }
        }
    }

    /** Distributes what was beyond the buckets, now that they have moved on. */
    private int spread(FourAryHeap heap) {
        if (spreading.isEmpty()) {
            TimerBucket full = beyond;
            beyond = spreading;
            spreading = full;
        }
        return spreading.drain((timer, when) -> {
            if (!tryAdd(timer, when)) {
                heap.add(timer, when);
            }
        });
    }

    private void addToBucket(Timer timer, long when) {
        long number = when >> BUCKET_SHIFT;
        int index = index(number);
        TimerBucket bucket = buckets[index];
        if (bucket == null) {
            bucket = new TimerBucket();
            buckets[index] = bucket;
        }
        bucket.add(timer, when);
        occupied[index >> 6] |= 1L << index;
    }

    /** The number of the first bucket after the current one that is not empty, or -1. */
    private long nextOccupied() {
        int from = index(current + 1);
        for (int step = 0; step <= occupied.length; step++) {
            int word = (from >> 6) + step & (occupied.length - 1);
            long bits = occupied[word];
            if (step == 0) {
                bits &= -1L << from;
            } else if (step == occupied.length) {
                bits &= ~(-1L << from);
            }
            if (bits != 0) {
                int index = (word << 6) + Long.numberOfTrailingZeros(bits);
                return current + 1 + (index - from & (BUCKETS - 1));
            }
        }
        return -1;
    }

    private TimerBucket bucket(long number) {
        return buckets[index(number)];
    }

    private static int index(long number) {
        return (int) number & (BUCKETS - 1);
    }
}
