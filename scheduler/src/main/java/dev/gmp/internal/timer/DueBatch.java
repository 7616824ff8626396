package dev.gmp.internal.timer;

import org.jspecify.annotations.Nullable;

/**
 * Room for timers that are taken at once, and for those of them that could not be fired. These go back to their heap in
 * the same batch, which takes no memory. Not thread-safe.
 */
public final class DueBatch {

    private final @Nullable Timer[] timers;

    /** The batch behind it in a heap's list. */
    @Nullable
    DueBatch next;

    private int kept;

    public DueBatch(int capacity) {
        timers = new @Nullable Timer[capacity];
    }

    /** The room that {@link TimerHeap#takeDue} fills. */
    public @Nullable Timer[] timers() {
        return timers;
    }

    /** Keeps one that was taken out of the front of {@link #timers}, where it does not overwrite what is still to come. */
    public void keep(Timer timer) {
        timers[kept++] = timer;
    }

    public int size() {
        return kept;
    }

    /** Only while it is not empty. */
    Timer removeLast() {
        Timer last = timers[--kept];
        timers[kept] = null;
        if (last == null) {
            throw new IllegalStateException("no timer at " + kept);
        }
        return last;
    }

    /** Drops all timers except those kept. */
    void forgetOthers() {
        for (int i = kept; i < timers.length; i++) {
            timers[i] = null;
        }
    }

    Timer get(int index) {
        Timer timer = timers[index];
        if (timer == null) {
            throw new IllegalStateException("no timer at " + index);
        }
        return timer;
    }
}
