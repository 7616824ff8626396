package dev.gmp.internal.sched;

import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.observe.SchedulerListener;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The bound on tasks that wait for their first run. A permit is taken before a task is queued and returned when it begins
 * or leaves the queue in another way. An unbounded scheduler takes no permits and pays nothing.
 */
public final class QueuePermits {

    /** How long a blocked submitter sleeps before it looks whether the scheduler was shut down meanwhile. */
    private static final long PATIENCE_MILLIS = 50;

    private static final BiConsumer<SchedulerListener, Duration> ADMITTED = SchedulerListener::admitted;

    private final boolean bounded;
    private final int capacity;
    private final RejectionPolicy policy;
    private final Permits permits;
    private final Lifecycle lifecycle;
    private final ListenerList<SchedulerListener> listeners;

    public QueuePermits(SchedulerConfig config, Lifecycle lifecycle, ListenerList<SchedulerListener> listeners) {
        this.bounded = config.bounded();
        this.capacity = config.queueCapacity().orElse(0);
        this.policy = config.rejectionPolicy();
        this.permits = new Permits(capacity);
        this.lifecycle = lifecycle;
        this.listeners = listeners;
    }

    public RejectionPolicy policy() {
        return policy;
    }

    /** Whether a task could enter at this moment. */
    public boolean hasRoom() {
        return !bounded || permits.availablePermits() > 0;
    }

    public boolean tryEnter() {
        return !bounded || permits.tryAcquire();
    }

    /** For a task that cannot be refused: it makes the queue fuller than it may be. */
    public void enterAnyway() {
        if (bounded) {
            permits.reduce();
        }
    }

    /**
     * For a task that may discard another one, and finds none but those that entered anyway: these do not keep it out.
     *
     * @param kept how many of those wait
     * @return false if others take all places; they are on their way from one queue to another
     */
    public boolean tryEnterBeside(int kept) {
        boolean hasRoom = permits.availablePermits() > -kept;
        if (hasRoom) {
            enterAnyway();
        }
        return hasRoom;
    }

    /** A task of the queue begins, or leaves it unrun. */
    public void begins() {
        if (bounded) {
            permits.release();
        }
    }

    /**
     * Waits for room, in the order of arrival. Only callers that come when room appears, or that have just checked for
     * a shutdown, may be out of order.
     *
     * @return false when the scheduler was shut down meanwhile
     */
    public boolean awaitRoom() throws InterruptedException {
        long since = System.nanoTime();
        while (lifecycle.accepts()) {
            if (permits.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                listeners.tell(ADMITTED, System.nanoTime() - since);
                return true;
            }
        }
        return false;
    }

    /** The fill of the queue, for messages. */
    public String fill() {
        return "%d of %d tasks wait (queue-capacity)".formatted(waiting(), capacity);
    }

    /** Tasks that wait for their first run; without a bound they are not counted. */
    public OptionalInt queued() {
        return bounded ? OptionalInt.of(waiting()) : OptionalInt.empty();
    }

    int waiting() {
        return bounded ? capacity - permits.availablePermits() : 0;
    }

    private static final class Permits extends Semaphore {

        private static final long serialVersionUID = 1L;

        Permits(int permits) {
            super(permits, true);
        }

        void reduce() {
            reducePermits(1);
        }
    }
}
