package dev.gmp.internal.channel;

import dev.gmp.internal.channel.Parking.End;
import dev.gmp.internal.util.SpinYield;
import dev.gmp.internal.util.StackReserve;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A channel of any objects (Go: hchan): a ring of values, the waiting senders and the waiting receivers, and a lock.
 *
 * <p>Threads are woken after the lock, and what they need is left in their waiters under it.
 *
 * <pre>
 * HAND-1: at rest, no sender and no receiver wait for each other, and none waits in vain.
 *
 *     senders wait     only while it is open, and as many values are in the ring as it holds
 *     receivers wait   only while it is open, and no value is in the ring
 *
 * A sender hands its value to the first receiver that waits; else it puts it into the ring; else it waits. A receiver takes
 * the oldest value in the ring, and the first sender's value goes in at the end in the same moment; without a ring it takes
 * the first sender's. So values come in the order of the sends, and no later sender or receiver passes one that waits. What closes it
 * turns all away that wait; until that is done, none of them is served.
 * </pre>
 *
 * Cases of selects may stand in both lists, and in those of a channel that could serve them both: a select does not
 * serve itself. Cases whose selection has been made elsewhere are passed over (CLAIM-1, in {@link Waiter}).
 */
public abstract class ChannelCore extends ValueRing {

    /** Instead of a value: it is closed, and nothing is left in it. */
    protected static final Object CLOSED = new Object();

    /** Instead of a value: there is nothing yet; or it cannot be sent yet. */
    static final Object WAIT = new Object();

    /** Instead of a value: it was sent. */
    static final Object SENT = new Object();

    private static final Object WITHOUT_CAUSE = new Object();

    /** Loaded here: a first wait may have little stack. */
    private static final Class<?>[] NEEDED = {
        StackReserve.class, SpinYield.class, Waiter.class, Parking.class, End.class
    };

    static {
        try {
            for (Class<?> each : NEEDED) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError("it is named here", e);
        }
    }

    private @Nullable Waiter senders;
    private @Nullable Waiter receivers;

    /** Null while it is open, {@link #WITHOUT_CAUSE} or the cause. Written under the lock. */
    private volatile @Nullable Object closed;

    protected ChannelCore(int capacity) {
        super(capacity);
    }

    protected abstract RuntimeException closedException(@Nullable Throwable cause);

    /**
     * @param nanos for how long it waits at most; {@link Parking#FOR_EVER}; 0 or less: not at all
     * @return false when the time is over, and it was not sent
     */
    protected final boolean send(Object value, long nanos) throws InterruptedException {
        StackReserve.ensureForCaller();
        checkInterrupt();
        lock();
        Object outcome = sendAndUnlock(value);
        if (outcome != WAIT) {
            return requireOpen(outcome);
        }
        Waiter waiter = nanos > 0 ? newWaiter(value) : null;
        if (waiter == null) {
            unlock();
            return false;
        }
        enter(waiter, true);
        unlock();
        return await(waiter, true, nanos) && requireOpen(waiter.value);
    }

    protected final boolean tryToSend(Object value) {
        StackReserve.ensureForCaller();
        lock();
        Object outcome = sendAndUnlock(value);
        if (outcome == WAIT) {
            unlock();
            return false;
        }
        return requireOpen(outcome);
    }

    /** @return the value; {@link #CLOSED}; null when the time is over */
    protected final @Nullable Object receive(long nanos) throws InterruptedException {
        StackReserve.ensureForCaller();
        checkInterrupt();
        lock();
        Object outcome = receiveAndUnlock();
        if (outcome != WAIT) {
            return outcome;
        }
        Waiter waiter = nanos > 0 ? newWaiter(null) : null;
        if (waiter == null) {
            unlock();
            return null;
        }
        enter(waiter, false);
        unlock();
        return await(waiter, false, nanos) ? waiter.value : null;
    }

    /** @return the value; {@link #CLOSED}; null when there is none */
    protected final @Nullable Object tryToReceive() {
        StackReserve.ensureForCaller();
        lock();
        Object outcome = receiveAndUnlock();
        if (outcome == WAIT) {
            unlock();
            return null;
        }
        return outcome;
    }

    /** Those that wait are turned away one by one: the lock is not held for as long as there are many. */
    protected final void closeWith(@Nullable Throwable cause) {
        StackReserve.ensureForCaller();
        lock();
        if (closed != null) {
            unlock();
            return;
        }
        closed = cause == null ? WITHOUT_CAUSE : cause;
        while (senders != null || receivers != null) {
            Waiter waiter = takeReceiver();
            if (waiter == null) {
                waiter = takeSender();
            }
            if (waiter != null) {
                Thread thread = waiter.thread;
                waiter.value = CLOSED;
                if (waiter.tryClaim()) {
                    unlock();
                    LockSupport.unpark(thread);
                    lock();
                }
            }
        }
        unlock();
    }

    public final boolean isClosed() {
        return closed != null;
    }

    protected final RuntimeException closedException() {
        return closedException(closingCause());
    }

    protected final @Nullable Throwable closingCause() {
        return closed instanceof Throwable cause ? cause : null;
    }

    public final int capacity() {
        return capacity;
    }

    public final int size() {
        StackReserve.ensureForCaller();
        lock();
        int now = count();
        unlock();
        return now;
    }

    // What follows is for selections, too.

    /** Whether it looks as if a send would not wait. Under the lock: whether it is worth an attempt, and false is certain. */
    final boolean maySend() {
        return hasRoom() || receivers != null || closed != null;
    }

    /** The same of a receiver. */
    final boolean mayReceive() {
        return count() > 0 || senders != null || closed != null;
    }

    /** Under the lock; still held when it returns {@link #WAIT}, else free. @return {@link #SENT}, {@link #CLOSED} or {@link #WAIT} */
    final Object sendAndUnlock(Object value) {
        if (closed != null) {
            unlock();
            return CLOSED;
        }
        for (Waiter receiver = takeReceiver(); receiver != null; receiver = takeReceiver()) {
            Thread thread = receiver.thread;
            receiver.value = value;
            if (receiver.tryClaim()) {
                unlock();
                LockSupport.unpark(thread); // and into this processor's runnext (Go: goready)
                return SENT;
            }
        }
        if (!hasRoom()) {
            return WAIT;
        }
        put(value);
        unlock();
        return SENT;
    }

    /** Under the lock; still held when it returns {@link #WAIT}, else free. @return the value, {@link #CLOSED} or {@link #WAIT} */
    final Object receiveAndUnlock() {
        Object sent = null;
        Thread sender = null;
        for (Waiter first = closed == null ? takeSender() : null; first != null; first = takeSender()) {
            Object offered = first.value;
            Thread thread = first.thread;
            if (first.tryClaim()) {
                sent = offered;
                sender = thread;
                break;
            }
        }
        Object value = take();
        if (value == null) {
            value = sent;
        } else if (sent != null) {
            put(sent); // in the place of the one taken
        }
        if (value == null && closed == null) {
            return WAIT;
        }
        unlock();
        if (sender != null) {
            LockSupport.unpark(sender);
        }
        return value == null ? CLOSED : value;
    }

    /** Under the lock: the waiter stands last. */
    final void enter(Waiter waiter, boolean sends) {
        if (sends) {
            senders = Waiter.add(senders, waiter);
        } else {
            receivers = Waiter.add(receivers, waiter);
        }
    }

    /** Takes a waiter out. @return false when it was out already: another thread has, or had, the right to claim it */
    final boolean tryLeave(Waiter waiter, boolean sends) {
        lock();
        boolean listed = waiter.isListed();
        if (listed) {
            remove(waiter, sends);
        }
        unlock();
        return listed;
    }

    /** Under the lock, which is free when it throws. */
    private Waiter newWaiter(@Nullable Object sent) {
        try {
            return new Waiter(sent);
        } catch (OutOfMemoryError e) {
            unlock();
            throw e;
        }
    }

    private @Nullable Waiter takeSender() {
        Waiter first = senders;
        if (first != null) {
            senders = Waiter.remove(first, first);
        }
        return first;
    }

    private @Nullable Waiter takeReceiver() {
        Waiter first = receivers;
        if (first != null) {
            receivers = Waiter.remove(first, first);
        }
        return first;
    }

    private void remove(Waiter waiter, boolean sends) {
        if (sends && senders != null) {
            senders = Waiter.remove(senders, waiter);
        } else if (!sends && receivers != null) {
            receivers = Waiter.remove(receivers, waiter);
        }
    }

    /** @return false when the time is over and the waiter was not served. An interrupt, too, ends only what was not served */
    private boolean await(Waiter waiter, boolean sends, long nanos) throws InterruptedException {
        End end;
        try {
            end = Parking.await(waiter, nanos);
        } catch (Throwable failure) {
            if (tryLeave(waiter, sends)) {
                throw failure;
            }
            return true;
        }
        if (end == End.OVER) {
            return true;
        }
        boolean gaveUp = tryLeave(waiter, sends);
        if (end == End.INTERRUPTED) {
            if (gaveUp) {
                throw new InterruptedException();
            }
            Thread.currentThread().interrupt();
        }
        return !gaveUp;
    }

    private boolean requireOpen(@Nullable Object outcome) {
        if (outcome == CLOSED) {
            throw closedException();
        }
        return true;
    }

    static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
