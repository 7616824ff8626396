package dev.gmp.observe.trace;

import dev.gmp.observe.trace.Timeline.Arrow;
import dev.gmp.observe.trace.Timeline.Mark;
import dev.gmp.observe.trace.Timeline.Slice;

/**
 * Gets the parts of a timeline one by one, each when its end is known. An arrow comes after the slice that it leads to.
 * One thread calls it.
 *
 * @since 0.2.0
 */
public interface TimelineSink {

    /** Gets a slice. */
    void slice(Slice slice);

    /** Gets an arrow. */
    void arrow(Arrow arrow);

    /** Gets a mark. */
    void mark(Mark mark);

    /** Whether there is room for the slices that are open now, and for no more. Default: never. */
    default boolean isFull() {
        return false;
    }

    /**
     * Says that the parts after a moment are left out, because {@link #isFull}. Default: nothing happens.
     *
     * @param nanos since the beginning of the recording
     */
    default void cut(long nanos) {}
}
