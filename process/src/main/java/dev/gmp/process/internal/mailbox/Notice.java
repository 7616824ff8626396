package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;

/** A control event on its way: a {@link Completion}, a cancellation, or the order to end. */
public abstract class Notice extends Mail {

    public static Notice of(Event event) {
        return new Ready(event, false);
    }

    /** The process is not asked. */
    public static Notice end(String reason) {
        return new Ready(new Event.Cancel(reason), true);
    }

    public boolean ends() {
        return false;
    }

    private static final class Ready extends Notice {

        private final Event event;
        private final boolean ends;

        Ready(Event event, boolean ends) {
            this.event = event;
            this.ends = ends;
        }

        @Override
        public boolean ends() {
            return ends;
        }

        @Override
        public Event event() {
            return event;
        }
    }
}
