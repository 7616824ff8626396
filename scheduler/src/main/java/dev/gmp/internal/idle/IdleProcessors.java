package dev.gmp.internal.idle;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The processors that no machine holds, as a bit set (Go: {@code sched.pidle}, {@code idlepMask}). Lock-free; a
 * processor that is put here belongs to the thread that takes it. The lowest is taken first, so that light load stays
 * on few processors.
 *
 * <p>IDLE-1: once {@link #put} has returned, {@link #any} is not false before that processor is taken, as PARK-1 asks.
 * The bits themselves are read, because a count beside them would be late on one side. A processor taken between the
 * setting of its bit and the counting would hide another idle one.
 */
public final class IdleProcessors {

    private static final int BITS = Long.SIZE;

    /** Words in front of the set and behind it, so that nothing else lies on its cache lines. */
    private static final int PADDING = 16;

    private final AtomicLongArray words;

    /** Behind the last word in use: the words behind it are not looked at. */
    private volatile int end;

    public IdleProcessors(int procs) {
        this(procs, procs);
    }

    /**
     * @param procs how many there are at first
     * @param most how many there may ever be
     */
    public IdleProcessors(int procs, int most) {
        words = new AtomicLongArray(endOf(most) + PADDING);
        end = endOf(procs);
    }

    /** Makes room for more. Before the first of them is put here. */
    public void growTo(int procs) {
        end = Math.max(end, endOf(procs));
    }

    public boolean any() {
        for (int w = PADDING; w < end; w++) {
            if (words.get(w) != 0) {
                return true;
            }
        }
        return false;
    }

    /** How many are idle; exact while none comes or goes. */
    public int count() {
        int count = 0;
        for (int w = PADDING; w < end; w++) {
            count += Long.bitCount(words.get(w));
        }
        return count;
    }

    public boolean contains(int processor) {
        return (words.get(word(processor)) & bit(processor)) != 0;
    }

    /** A full fence. Allocates nothing: the caller has let go of the processor, and no other thread knows of it. */
    public void put(int processor) {
        int w = word(processor);
        long bit = bit(processor);
        long word = words.get(w);
        while (!words.compareAndSet(w, word, word | bit)) {
            word = words.get(w);
        }
        if ((word & bit) != 0) {
            throw new IllegalStateException("processor " + processor + " is idle already");
        }
    }

    /** @return a processor that is now the caller's, or -1 when none is idle */
    public int take() {
        for (int w = PADDING; w < end; w++) {
            long word = words.get(w);
            while (word != 0) {
                int bit = Long.numberOfTrailingZeros(word);
                if (words.compareAndSet(w, word, word & ~(1L << bit))) {
                    return (w - PADDING) * BITS + bit;
                }
                word = words.get(w);
            }
        }
        return -1;
    }

    /** @return whether this processor was idle, and is the caller's now */
    public boolean tryTake(int processor) {
        int w = word(processor);
        long bit = bit(processor);
        long word = words.get(w);
        while ((word & bit) != 0) {
            if (words.compareAndSet(w, word, word & ~bit)) {
                return true;
            }
            word = words.get(w);
        }
        return false;
    }

    private static int endOf(int procs) {
        return PADDING + (procs + BITS - 1) / BITS;
    }

    private static int word(int processor) {
        return PADDING + processor / BITS;
    }

    private static long bit(int processor) {
        return 1L << (processor % BITS);
    }
}
