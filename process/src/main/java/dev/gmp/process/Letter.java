package dev.gmp.process;

import org.jspecify.annotations.Nullable;

/** A message on its way. */
final class Letter extends Mail {

    private final @Nullable Pid sender;
    private final Object data;

    /** How many stand in the stack with this one on top. Written before it is pushed. */
    int depth;

    Letter(@Nullable Pid sender, Object data) {
        this.sender = sender;
        this.data = data;
    }

    Letter copy() {
        return new Letter(sender, data);
    }

    @Override
    Event event() {
        return new Event.Message(sender, data);
    }
}
