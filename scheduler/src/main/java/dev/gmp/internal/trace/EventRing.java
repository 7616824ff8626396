package dev.gmp.internal.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The last events of some processors, in an array of longs that later events overwrite. Any thread writes without a lock, and
 * any thread reads meanwhile.
 *
 * <p>LAP-1: a writer gets the number of its event, which no other has, by one atomic increment. The number says the place
 * and the lap: how often the ring has been filled before. Each of the event's words carries the lap in its top bits. A reader
 * takes a place only if all its words carry the lap that it expects. Since one writer alone writes that lap there, all of
 * them are of one event, whatever the order in which they are seen. Opaque access is enough: it makes each word whole.
 *
 * <p>The lap has 8 bits. A thread that stops for exactly 256 laps in the middle of an event may spoil the event at its place.
 */
final class EventRing {

    static final int WORDS = 4;
    static final int BYTES = WORDS * Long.BYTES;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    /** The number of the next event stands in the middle of the first 128 bytes, so that no event shares its cache line. */
    private static final int NEXT = 8;

    private static final int FIRST = 16;
    static final int PAYLOAD_BITS = 56;
    static final long PAYLOAD = (1L << PAYLOAD_BITS) - 1;

    private final long[] words;
    private final int capacity;
    private final int lapShift;

    /** @param capacity how many events it keeps, a power of two */
    EventRing(int capacity) {
        this.capacity = capacity;
        lapShift = Integer.numberOfTrailingZeros(capacity);
        words = new long[FIRST + capacity * WORDS];
        words[NEXT] = capacity; // the first lap is 1: what was never written carries 0
    }

    /** Adds an event of four words, of which the lower 56 bits are kept, with their sign. */
    void add(long w0, long w1, long w2, long w3) {
        long number = (long) WORD.getAndAdd(words, NEXT, 1L);
        long lap = lapOf(number);
        int place = placeOf(number);
        WORD.setOpaque(words, place, lap | w0 & PAYLOAD);
        WORD.setOpaque(words, place + 1, lap | w1 & PAYLOAD);
        WORD.setOpaque(words, place + 2, lap | w2 & PAYLOAD);
        WORD.setOpaque(words, place + 3, lap | w3 & PAYLOAD);
    }

    /** How many events it keeps now, one that is being written among them. */
    int size() {
        return (int) Math.min((long) WORD.getOpaque(words, NEXT) - capacity, capacity);
    }

    /** The events that it keeps, the oldest first. */
    Copy copy() {
        long end = (long) WORD.getOpaque(words, NEXT);
        long begin = Math.max(capacity, end - capacity);
        long[] copied = new long[(int) (end - begin) * WORDS];
        int length = 0;
        for (long number = begin; number < end; number++) {
            if (tryCopy(number, copied, length)) {
                length += WORDS;
            }
        }
        return new Copy(Arrays.copyOf(copied, length), (copied.length - length) / WORDS, begin > capacity);
    }

    /** @return false if the event is not whole: it is being written, or overwritten */
    private boolean tryCopy(long number, long[] into, int at) {
        long lap = lapOf(number);
        int place = placeOf(number);
        for (int i = 0; i < WORDS; i++) {
            long word = (long) WORD.getOpaque(words, place + i);
            if ((word & ~PAYLOAD) != lap) {
                return false;
            }
            into[at + i] = word << Long.SIZE - PAYLOAD_BITS >> Long.SIZE - PAYLOAD_BITS;
        }
        return true;
    }

    private long lapOf(long number) {
        return number >>> lapShift << PAYLOAD_BITS;
    }

    private int placeOf(long number) {
        return FIRST + ((int) number & capacity - 1) * WORDS;
    }

    /**
     * What was read.
     *
     * @param words four of each event
     * @param unread how many events were not whole
     * @param isPartial whether events before these were overwritten
     */
    record Copy(long[] words, int unread, boolean isPartial) {}
}
