package dev.gmp.internal.util;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which of many queues may hold something, a bit for each (Go: {@code idlepMask}, {@code timerpMask}). A search that
 * finds nothing reads one word for 64 queues, and none of the queues.
 *
 * <pre>
 * MASK-1: a queue that holds something has its bit set.
 *
 *     a thread that puts, and what guards the puts       the same guard, sooner or later
 *  B1 marked? else set the bit                        C1 the queue is empty, marked: clear the bit
 *  B2 put
 * </pre>
 *
 * All puts into one queue exclude each other: its owner makes them, or they are made under a lock. What excludes them
 * also guards {@code marked}, a plain field of the queue, and both changes of the bit. So most puts read nothing that
 * they do not read without the mask, and there is no race between the two columns.
 *
 * <p>Two cases have another order, each with its reason in the code. A lane's head is put first, under another lock. A
 * machine that lost its processor while it cleared the bit sets it again. Both come to S2 of PARK-1 after that.
 *
 * <p>A queue that runs empty keeps its bit until a thread without other work clears it. So queues that are emptied and
 * filled all the time do not write words that others read.
 *
 * <p>PARK-1 and TIME-1 rest on it: a thread that gives up looks at the words instead of the queues, after its fence. A
 * bit that it misses was set by a submitter that has not fenced yet, or is cleared because the queue is empty.
 */
public final class Occupancy {

    private static final int BITS = Long.SIZE;

    /** Longs from one word to the next: each has two cache lines, for processors fetch the neighbour of a line too. */
    private static final int STRIDE = 16;

    private final AtomicLongArray words;

    /** @param most how many queues there may ever be; all of them are empty */
    public Occupancy(int most) {
        words = new AtomicLongArray(((most + BITS - 1) / BITS + 1) * STRIDE);
    }

    /** The first from {@code from} on that has its bit set; {@code end} where none below that has. */
    public int next(int from, int end) {
        for (int index = from; index < end; index = (index / BITS + 1) * BITS) {
            long rest = words.get(word(index)) >>> (index % BITS);
            if (rest != 0) {
                return Math.min(index + Long.numberOfTrailingZeros(rest), end);
            }
        }
        return end;
    }

    /** Before something is put. A full fence where it changes something. */
    public void set(int index) {
        int word = word(index);
        long bit = 1L << (index % BITS);
        for (long now = words.get(word); (now & bit) == 0; now = words.get(word)) {
            if (words.compareAndSet(word, now, now | bit)) {
                return;
            }
        }
    }

    /** Of a queue that is empty, while nothing can be put. A full fence where it changes something. */
    public void clear(int index) {
        int word = word(index);
        long bit = 1L << (index % BITS);
        for (long now = words.get(word); (now & bit) != 0; now = words.get(word)) {
            if (words.compareAndSet(word, now, now & ~bit)) {
                return;
            }
        }
    }

    /** Behind as many longs as lie between two words, so that the length of the array has a line of its own. */
    private static int word(int index) {
        return (index / BITS + 1) * STRIDE;
    }
}
