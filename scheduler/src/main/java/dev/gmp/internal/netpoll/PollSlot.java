package dev.gmp.internal.netpoll;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a channel, and the one thread that may wait for it (Go: {@code rg} and {@code wg} of {@code
 * pollDesc}).
 *
 * <pre>
 *   nothing --tryWait--> the thread --an event, wake--> READY --reset--> nothing
 *      |                      +-------tryCancel-----------------------------^
 *      +--an event, wake--> READY
 * </pre>
 *
 * <p>A thread calls {@link #reset}, tries its operation, and when that would block, {@link #tryWait}. What comes
 * between the two is kept as READY, so it tries again instead of waiting. It may leave the attempt out when {@link
 * #reset} has found no event: what has come before is reported by the next poll.
 *
 * <p>ARM-1: while a thread waits, the selector has its interest, or the thread is about to be woken. The selector is
 * level-triggered, and each change of interest costs a system call. So an interest stays when its event has come,
 * because the same thread will most likely wait again soon. It is taken away only when an event comes that no thread
 * waits for.
 *
 * <pre>
 *     the waiter                          the poller
 *  A1 thread into the slot             B1 take the interest away
 *  A2 no interest? set it              B2 READY into the slot; a thread was there: wake it
 * </pre>
 *
 * All four are volatile, so either A2 sees B1 and sets the interest again, or B2 sees A1 and wakes.
 */
public final class PollSlot {

    private static final Object READY = new Object();

    /**
     * The number of successive events without a waiter after which a non-blocking poll takes the interest away. The
     * thread has been woken by then, and may still be in a run queue. A blocking poll takes the interest away at once,
     * because it would not block otherwise.
     */
    private static final int MOST_IGNORED = 8;

    private final Netpoll netpoll;
    private final SelectionKey key;
    private final int operations;
    private final boolean keepsInterest;

    /** The thread, {@link #READY}, or null. */
    private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

    /** Guarded by the lock of the poll. */
    private int ignored;

    /** @param keepsInterest false for writing: a channel that is written to now and then is ready nearly always */
    PollSlot(Netpoll netpoll, SelectionKey key, int operations, boolean keepsInterest) {
        this.netpoll = netpoll;
        this.key = key;
        this.operations = operations;
        this.keepsInterest = keepsInterest;
    }

    /** Forgets an event. Before each attempt at the operation (Go: {@code runtime_pollReset}). @return whether there was one */
    public boolean reset() {
        return state.get() == READY && state.compareAndSet(READY, null);
    }

    /**
     * The thread will wait from now on. It then parks until {@link #isWaiting} is false, or {@link #tryCancel} has
     * returned.
     *
     * @param interest one of the slot's operations
     * @return false when the operation is to be tried again at once: an event came meanwhile, or the channel was closed
     * @throws IllegalStateException if another thread waits here
     */
    public boolean tryWait(Thread waiter, int interest) {
        netpoll.countWaiter();
        if (!state.compareAndSet(null, waiter)) {
            netpoll.discountWaiters(1);
            if (state.get() != READY) {
                throw new IllegalStateException(state.get() + " waits for this channel already");
            }
            return false;
        }
        try {
            if ((key.interestOps() & interest) == 0) {
                key.interestOpsOr(interest);
                netpoll.interestWasSet();
            }
        } catch (CancelledKeyException | ClosedSelectorException closed) {
            tryCancel();
            return false;
        } catch (OutOfMemoryError e) {
            forget(interest);
            tryCancel();
            throw e;
        }
        return true;
    }

    public boolean isWaiting() {
        return state.get() instanceof Thread;
    }

    /** The thread does not wait any longer. @return false when it has been woken, or is about to be */
    public boolean tryCancel() {
        Object waiter = state.get();
        if (waiter instanceof Thread && state.compareAndSet(waiter, null)) {
            netpoll.discountWaiters(1);
            return true;
        }
        return false;
    }

    /** Makes the thread try again, now or when it is about to wait. */
    public void wake() {
        Thread waiter = takeWaiter();
        if (waiter != null) {
            netpoll.discountWaiters(1);
            LockSupport.unpark(waiter);
        }
    }

    /** Lets the thread try again, if it waits. */
    public void wakeWaiter() {
        if (isWaiting()) {
            wake();
        }
    }

    int operations() {
        return operations;
    }

    /** The address of the other end of its connection; null if it is none, or is closed. Any thread. */
    public @Nullable SocketAddress peer() {
        try {
            return key.channel() instanceof SocketChannel connection ? connection.getRemoteAddress() : null;
        } catch (IOException closed) {
            return null;
        }
    }

    /**
     * An event has come. Under the lock of the poll.
     *
     * @param blocking whether the poll may block
     * @return the thread that waited for it, now the caller's to discount and to wake
     */
    @Nullable
    Thread onEvent(boolean blocking) {
        boolean isAwaited = isWaiting();
        ignored = isAwaited ? 0 : ignored + 1;
        boolean keeps = keepsInterest && (isAwaited || (!blocking && ignored <= MOST_IGNORED));
        if (!keeps) {
            ignored = 0;
            disarm();
        }
        return takeWaiter();
    }

    /**
     * Takes the interest away. A key changes first and then informs its selector, for which there may be no memory. The
     * selector then goes on reporting the event, so the key must still ask for it.
     */
    private void disarm() {
        int before = key.interestOps() & operations;
        try {
            key.interestOpsAnd(~operations);
        } catch (OutOfMemoryError e) {
            try {
                key.interestOpsOr(before);
            } catch (OutOfMemoryError again) {
                // it has changed all the same
            }
        }
    }

    /** The selector may not have taken notice of the interest: the next waiter is to tell it again. */
    private void forget(int interest) {
        try {
            key.interestOpsAnd(~interest);
        } catch (OutOfMemoryError | CancelledKeyException | ClosedSelectorException e) {
            // it has changed all the same, or is not needed any more
        }
    }

    private @Nullable Thread takeWaiter() {
        return state.getAndSet(READY) instanceof Thread waiter ? waiter : null;
    }
}
