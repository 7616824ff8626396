package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import org.jspecify.annotations.Nullable;

public final class Letter extends Mail {

    private final @Nullable Pid sender;
    private final Object data;

    /** How many stand in the stack with this one on top. Written before it is pushed. */
    int depth;

    public Letter(@Nullable Pid sender, Object data) {
        this.sender = sender;
        this.data = data;
    }

    Letter copy() {
        return new Letter(sender, data);
    }

    @Override
    public Event event() {
        return new Event.Message(sender, data);
    }
}
