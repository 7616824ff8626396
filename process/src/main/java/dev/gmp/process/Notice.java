package dev.gmp.process;

/** A control event on its way: a completion, a cancellation, or the order to end. */
final class Notice extends Mail {

    private final Event event;
    private final boolean ends;

    private Notice(Event event, boolean ends) {
        this.event = event;
        this.ends = ends;
    }

    static Notice of(Event event) {
        return new Notice(event, false);
    }

    /** The process is not asked. */
    static Notice end(String reason) {
        return new Notice(new Event.Cancel(reason), true);
    }

    boolean ends() {
        return ends;
    }

    @Override
    Event event() {
        return event;
    }
}
