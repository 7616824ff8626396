package dev.gmp.internal.timer;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of the due bucket, in the order in which they are due. They are sorted once and then taken from the front,
 * which costs a fraction of removing each from a heap. It works on the bucket's own arrays, so no timer is moved and
 * nothing is allocated. Not thread-safe.
 */
final class NextTimers {

    private static final long[] NO_KEYS = {};
    private static final @Nullable Timer[] NO_TIMERS = {};

    /** The base that the times are counted from. */
    private long base;

    /** Ascending: the time since the base in the upper half, the place of the timer in the lower. */
    private long[] keys = NO_KEYS;

    private @Nullable Timer[] timers = NO_TIMERS;

    /** The keys from here to the end are those of the timers still here. */
    private int first;

    private int end;

    boolean isEmpty() {
        return first == end;
    }

    /** The earliest time, or {@link TimerHeap#NEVER}. */
    long firstWhen() {
        return first == end ? TimerHeap.NEVER : base + (keys[first] >>> Integer.SIZE);
    }

    /** Only while it is not empty. */
    Timer removeFirst() {
        int place = (int) keys[first++];
        Timer timer = at(place);
        timers[place] = null;
        if (first == end) {
            letGo();
        }
        return timer;
    }

    /**
     * Takes over the arrays of a bucket, while it is empty itself.
     *
     * @param itsBase no later than any of the times, and less than 2^31 nanoseconds before
     * @return how many husks there were, which it leaves out
     */
    int fill(long itsBase, long[] whens, @Nullable Timer[] itsTimers, int size) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            Timer timer = itsTimers[i];
            if (timer != null && timer.isPending()) {
                whens[kept++] = (whens[i] - itsBase) << Integer.SIZE | i;
            } else {
                itsTimers[i] = null;
            }
        }
        if (kept > 0) {
            sort(whens, kept);
            base = itsBase;
            keys = whens;
            timers = itsTimers;
            first = 0;
            end = kept;
        }
        return size - kept;
    }

    /** Throws out husks. @return how many */
    int retainPending() {
        int before = end - first;
        int kept = first;
        for (int i = first; i < end; i++) {
            int place = (int) keys[i];
            if (at(place).isPending()) {
                keys[kept++] = keys[i];
            } else {
                timers[place] = null;
            }
        }
        end = kept;
        int husks = before - (end - first);
        if (first == end) {
            letGo();
        }
        return husks;
    }

    void forEach(Consumer<Timer> action) {
        for (int i = first; i < end; i++) {
            action.accept(at((int) keys[i]));
        }
    }

    /** The JDK sorts long arrays with a buffer. */
    private static void sort(long[] keys, int size) {
        try {
            Arrays.sort(keys, 0, size);
        } catch (OutOfMemoryError e) {
            sortInPlace(keys, size); // it asks for the buffer before it begins
        }
    }

    /** Heapsort: slower, and needs nothing. */
    static void sortInPlace(long[] keys, int size) {
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(keys, i, size);
        }
        for (int last = size - 1; last > 0; last--) {
            long greatest = keys[0];
            keys[0] = keys[last];
            keys[last] = greatest;
            siftDown(keys, 0, last);
        }
    }

    private static void siftDown(long[] keys, int from, int size) {
        int hole = from;
        long key = keys[from];
        for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && keys[child + 1] > keys[child]) {
                child++;
            }
            if (key >= keys[child]) {
                break;
            }
            keys[hole] = keys[child];
            hole = child;
        }
        keys[hole] = key;
    }

    private void letGo() {
        keys = NO_KEYS;
        timers = NO_TIMERS;
        first = 0;
        end = 0;
    }

    private Timer at(int place) {
        Timer timer = timers[place];
        if (timer == null) {
            throw new IllegalStateException("no timer at " + place);
        }
        return timer;
    }
}
