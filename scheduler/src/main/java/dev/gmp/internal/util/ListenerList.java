package dev.gmp.internal.util;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * The listeners for one kind of event, which has a duration. What a listener throws is dropped, so that it does no harm
 * to a machine or its goroutine. The first failure of each listener is logged. Any thread.
 *
 * @param <L> the type of the listeners
 */
public final class ListenerList<L> {

    private static final SafeLog FAILED = SafeLog.detached(
            ListenerList.class, Level.WARNING, "a listener failed; its further exceptions are not logged");

    private final List<Seat<L>> seats = new CopyOnWriteArrayList<>();

    public void add(L listener) {
        seats.add(new Seat<>(listener));
    }

    /** Takes it away once, if it was added more than once. */
    public void remove(L listener) {
        for (Seat<L> seat : seats) {
            if (seat.listener.equals(listener)) {
                seats.remove(seat);
                return;
            }
        }
    }

    /** @param event one that is made already: without listeners no memory is taken */
    public void tell(BiConsumer<? super L, Duration> event, long nanos) {
        if (seats.isEmpty()) {
            return;
        }
        try {
            Duration duration = Duration.ofNanos(nanos);
            for (Seat<L> seat : seats) {
                seat.tell(event, duration);
            }
        } catch (VirtualMachineError e) {
            // It is told to none: there is no memory left, or no stack.
        }
    }

    private static final class Seat<L> {

        private final L listener;
        private final AtomicBoolean hasFailed = new AtomicBoolean();

        Seat(L listener) {
            this.listener = listener;
        }

        void tell(BiConsumer<? super L, Duration> event, Duration duration) {
            try {
                event.accept(listener, duration);
            } catch (Throwable fromListener) {
                if (hasFailed.compareAndSet(false, true)) {
                    FAILED.log(fromListener);
                }
            }
        }
    }
}
