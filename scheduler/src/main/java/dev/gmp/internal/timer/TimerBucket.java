package dev.gmp.internal.timer;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Timers in the order in which they came, with their times. Not thread-safe. */
final class TimerBucket {

    /** Timers that the first arrays have room for. */
    private static final int SMALLEST = 8;

    private static final long[] NO_TIMES = {};
    private static final @Nullable Timer[] NO_TIMERS = {};

    private long[] whens = NO_TIMES;
    private @Nullable Timer[] timers = NO_TIMERS;
    private int size;
    private long earliest = TimerHeap.NEVER;

    boolean isEmpty() {
        return size == 0;
    }

    /** When the first is due, a husk perhaps; {@link TimerHeap#NEVER} for an empty one. */
    long earliest() {
        return earliest;
    }

    /** @throws OutOfMemoryError before anything has changed */
    void add(Timer timer, long when) {
        if (size == whens.length) {
            int capacity = Math.max(SMALLEST, size * 2);
            @Nullable Timer[] more = Arrays.copyOf(timers, capacity);
            whens = Arrays.copyOf(whens, capacity);
            timers = more;
        }
        whens[size] = when;
        timers[size] = timer;
        size++;
        earliest = Math.min(earliest, when);
    }

    /** Empties it: all that is pending is next. @return how many husks there were, which go nowhere */
    int moveTo(NextTimers next, long base) {
        int husks = next.fill(base, whens, timers, size);
        clear();
        return husks;
    }

    /** Empties it. @return how many husks there were, which go nowhere */
    int drain(ObjLongConsumer<Timer> target) {
        int husks = 0;
        while (size > 0) {
            Timer timer = timers[size - 1];
            if (timer != null && timer.isPending()) {
                target.accept(timer, whens[size - 1]); // may run out of memory: what was not moved is still here then
            } else {
                husks++;
            }
            size--;
            timers[size] = null;
        }
        clear();
        return husks;
    }

    private void clear() {
        whens = NO_TIMES;
        timers = NO_TIMERS;
        size = 0;
        earliest = TimerHeap.NEVER;
    }

    /** Throws out husks. @return how many */
    int retainPending() {
        int before = size;
        int kept = 0;
        long first = TimerHeap.NEVER;
        for (int i = 0; i < before; i++) {
            Timer timer = timers[i];
            if (timer != null && timer.isPending()) {
                timers[kept] = timer;
                whens[kept] = whens[i];
                first = Math.min(first, whens[i]);
                kept++;
            }
        }
        Arrays.fill(timers, kept, before, null);
        size = kept;
        earliest = first;
        if (kept == 0) {
            whens = NO_TIMES;
            timers = NO_TIMERS;
        }
        return before - kept;
    }

    void forEach(Consumer<Timer> action) {
        for (int i = 0; i < size; i++) {
            Timer timer = timers[i];
            if (timer != null) {
                action.accept(timer);
            }
        }
    }
}
