package dev.gmp.internal.runq;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A witness, wrong on purpose: the deque of Chase and Lev whose thief takes half with one CAS of top. The owner takes
 * without a CAS while it sees two elements or more, and so takes some that a thief has read as part of its half: its
 * CAS of top succeeds nevertheless, since the owner has not touched top.
 */
final class HalvedChaseLevDeque {

    private final int[] ring = new int[64];
    private final AtomicInteger top = new AtomicInteger();
    private volatile int bottom;

    /** By the owner. */
    void offer(int value) {
        ring[bottom] = value;
        bottom++;
    }

    /** By the owner. Zero for none. */
    int poll() {
        int b = bottom - 1;
        bottom = b;
        int t = top.get();
        if (t < b) {
            return ring[b];
        }
        int value = t == b && top.compareAndSet(t, t + 1) ? ring[b] : 0;
        bottom = b + 1;
        return value;
    }

    /**
     * By a thief.
     *
     * @param meanwhile what the owner does after the thief has read the values and before its CAS
     * @return the values, the oldest first
     */
    int[] stealHalf(Runnable meanwhile) {
        while (true) {
            int t = top.get();
            int size = bottom - t;
            if (size <= 0) {
                return new int[0];
            }
            int[] loot = Arrays.copyOfRange(ring, t, t + size - size / 2);
            meanwhile.run();
            if (top.compareAndSet(t, t + loot.length)) {
                return loot;
            }
        }
    }
}
