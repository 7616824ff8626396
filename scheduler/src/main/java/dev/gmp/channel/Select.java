package dev.gmp.channel;

import dev.gmp.internal.channel.Selection;
import org.jspecify.annotations.Nullable;

/**
 * Waits on several channels at once, and lets exactly one case happen (Go: select).
 *
 * <pre>{@code
 * Select select = Select.builder()
 *         .receive(orders, order -> ship(order))
 *         .receive(cancellations, cancellation -> cancel(cancellation))
 *         .timeout(Duration.ofSeconds(30), () -> report())
 *         .build();
 * while (select.run()) {}
 * }</pre>
 *
 * <p>Where several cases can happen, one of them is chosen at random, each with the same chance. Where none can, the thread waits for the first, as
 * in {@link ReceiveChannel#receive()} and {@link SendChannel#send(Object)}, or the default case happens. The case's action runs on
 * the calling thread, after the value has been received or sent.
 *
 * <p>Build a select once and run it often: a run takes no memory. Only a wait with a time limit takes memory, for its timer.
 * It is for one thread at a time: to run it from two at once has no defined result. An action may run it
 * again; a condition, or what gives a value, must not.
 *
 * @since 0.2.0
 */
public final class Select {

    private static final long FOR_EVER = Long.MAX_VALUE;

    private final SelectCase[] cases;
    private final Selection selection;
    private final long timeoutNanos;

    /** When the time is over; for a default case that is at once. */
    private final @Nullable Step otherwise;

    /** Cases whose channel is not known to be closed and empty. */
    private int open;

    Select(SelectCase[] cases, Selection selection, long timeoutNanos, @Nullable Step otherwise) {
        this.cases = cases;
        this.selection = selection;
        this.timeoutNanos = timeoutNanos;
        this.otherwise = otherwise;
        this.open = cases.length;
    }

    /** Begins a select without any case. */
    public static SelectBuilder builder() {
        return new SelectBuilder();
    }

    /**
     * Lets one case happen, and runs its action. For a receiver that may be to find that its channel is closed and empty;
     * that case never happens again.
     *
     * @return false when no case is left, since all channels are closed and empty; nothing has happened then, neither by
     *     default nor in time
     * @throws ChannelClosedException if a case was to send on a closed channel
     * @throws InterruptedException if the thread is interrupted before, or while it waits; no case has happened. An action may
     *     throw it, too
     * @throws IllegalStateException if no condition holds and there is neither a default case nor a timeout: it would wait for
     *     ever
     */
    public boolean run() throws InterruptedException {
        if (open == 0) {
            return false;
        }
        int happened;
        try {
            prepare();
            happened = selection.run(timeoutNanos);
        } finally {
            selection.forgetOffers();
        }
        happen(happened);
        return true;
    }

    private void prepare() {
        boolean anyTakesPart = false;
        for (int i = 0; i < cases.length; i++) {
            Object offer = cases[i].offer();
            selection.prepare(i, offer);
            anyTakesPart |= offer != null;
        }
        if (!anyTakesPart && timeoutNanos == FOR_EVER) {
            throw new IllegalStateException(
                    "no condition holds, and there is no default case: the select would wait for ever");
        }
    }

    private void happen(int number) throws InterruptedException {
        Object received = selection.takeReceived();
        if (number != Selection.NONE) {
            if (Selection.isClosed(received)) {
                findClosed(number);
            } else {
                cases[number].happen(received);
            }
        } else if (otherwise != null) {
            otherwise.run();
        }
    }

    private void findClosed(int number) throws InterruptedException {
        SelectCase found = cases[number];
        if (found.sends()) {
            throw selection.closedException(number);
        }
        open--;
        found.end();
    }

    /**
     * What is done with a value that was received.
     *
     * @param <T> what is received
     * @since 0.2.0
     */
    @FunctionalInterface
    public interface Action<T> {

        /** On the thread that runs the select. What it throws comes out of {@link #run}. */
        void accept(T value) throws InterruptedException;
    }

    /**
     * What is done without a value.
     *
     * @since 0.2.0
     */
    @FunctionalInterface
    public interface Step {

        /** On the thread that runs the select. What it throws comes out of {@link Select#run}. */
        void run() throws InterruptedException;
    }
}
