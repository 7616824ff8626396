package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;
import org.jspecify.annotations.Nullable;

/**
 * The completion of a yield on its way. Made before the yield is closed, and filled by the thread that has closed it:
 * were it made then, without memory the process would wait for ever.
 */
public final class Completion extends Notice {

    /** As the map of yields wants it. */
    private final Long tag;

    private @Nullable Object data;
    private @Nullable Throwable error;

    public Completion(long tag) {
        this.tag = tag;
    }

    public Long tag() {
        return tag;
    }

    /** Once, before it is put into a mailbox. */
    public void fill(@Nullable Object result, @Nullable Throwable cause) {
        data = result;
        error = cause;
    }

    @Override
    public Event event() {
        return new Event.YieldComplete(tag, data, error);
    }
}
