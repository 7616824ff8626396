package dev.gmp.process;

/** A control event on its way: a {@link Completion}, a cancellation, or the order to end. */
abstract class Notice extends Mail {

    static Notice of(Event event) {
        return new Ready(event, false);
    }

    /** The process is not asked. */
    static Notice end(String reason) {
        return new Ready(new Event.Cancel(reason), true);
    }

    boolean ends() {
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
        boolean ends() {
            return ends;
        }

        @Override
        Event event() {
            return event;
        }
    }
}
