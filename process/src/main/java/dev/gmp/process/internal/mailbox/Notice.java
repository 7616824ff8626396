package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;

/** A control event on its way: a {@link Completion}, a cancellation, or the order to end. */
public abstract class Notice extends Mail {

    /** What it does to the process. */
    public enum Kind {
        /** A step gets it. */
        EVENT,
        /** The process ends. It is not asked. */
        END,
        /** The process ends if nothing else waits for it. Otherwise the notice is dropped. */
        END_IF_IDLE
    }

    public static Notice of(Event event) {
        return new Ready(event, Kind.EVENT);
    }

    public static Notice end(String reason) {
        return new Ready(new Event.Cancel(reason), Kind.END);
    }

    public static Notice endIfIdle(String reason) {
        return new Ready(new Event.Cancel(reason), Kind.END_IF_IDLE);
    }

    public Kind kind() {
        return Kind.EVENT;
    }

    private static final class Ready extends Notice {

        private final Event event;
        private final Kind kind;

        Ready(Event event, Kind kind) {
            this.event = event;
            this.kind = kind;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public Event event() {
            return event;
        }
    }
}
