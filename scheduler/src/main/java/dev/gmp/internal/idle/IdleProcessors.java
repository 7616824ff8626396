package dev.gmp.internal.idle;

import dev.gmp.internal.util.Padded;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The processors that no machine holds, as a bit set (Go: {@code sched.pidle}, {@code idlepMask}). Lock-free; a processor
 * that is put here belongs to whoever takes it. The lowest is taken first, so that light load stays on few processors.
 *
 * <p>The count is raised after the bit is set and lowered after it is cleared: {@link #any} may be true a moment too long,
 * but once {@link #put} has returned it is not false before somebody takes that processor. PARK-1 needs no more.
 */
public final class IdleProcessors {

    private static final int BITS = Long.SIZE;

    private final AtomicLongArray words;
    private final Padded.Int count = new Padded.Int();

    public IdleProcessors(int procs) {
        words = new AtomicLongArray((procs + BITS - 1) / BITS);
    }

    public boolean any() {
        return count.get() > 0;
    }

    public int count() {
        return Math.max(0, count.get());
    }

    public boolean contains(int processor) {
        return (words.get(processor / BITS) & bit(processor)) != 0;
    }

    /** A full fence. */
    public void put(int processor) {
        int w = processor / BITS;
        long bit = bit(processor);
        long before = words.getAndUpdate(w, word -> word | bit);
        if ((before & bit) != 0) {
            throw new IllegalStateException("processor " + processor + " is idle already");
        }
        count.incrementAndGet();
    }

    /** @return a processor that is now the caller's, or -1 when none is idle */
    public int take() {
        for (int w = 0; w < words.length(); w++) {
            long word = words.get(w);
            while (word != 0) {
                int bit = Long.numberOfTrailingZeros(word);
                if (words.compareAndSet(w, word, word & ~(1L << bit))) {
                    count.decrementAndGet();
                    return w * BITS + bit;
                }
                word = words.get(w);
            }
        }
        return -1;
    }

    /** @return whether this processor was idle, and is the caller's now */
    public boolean tryTake(int processor) {
        int w = processor / BITS;
        long bit = bit(processor);
        long word = words.get(w);
        while ((word & bit) != 0) {
            if (words.compareAndSet(w, word, word & ~bit)) {
                count.decrementAndGet();
                return true;
            }
            word = words.get(w);
        }
        return false;
    }

    private static long bit(int processor) {
        return 1L << (processor % BITS);
    }
}
