package dev.gmp.net;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.util.StackReserve;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a channel, reading or writing: one goroutine at a time, until a deadline.
 *
 * <p>An operation is: {@link #begin}, try, then {@link #await} and try again as long as it would block, {@link #end}.
 */
final class Direction {

    private static final long FOR_EVER = Long.MAX_VALUE;

    /** Nanoseconds, 146 years: sums do not overflow. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private final Pollable pollable;
    private final boolean isRead;
    private final ReentrantLock turn = new ReentrantLock();

    /** Guarded by the turn, like the next field. */
    private final FirstAttempts firstAttempts = new FirstAttempts();

    /** Whether an event came after the last operation. */
    private boolean eventCame;

    /** By {@link System#nanoTime}; null for none. */
    private volatile @Nullable Long deadline;

    Direction(Pollable pollable, boolean isRead) {
        this.pollable = pollable;
        this.isRead = isRead;
    }

    /** @param fromNow null for none */
    void setDeadline(@Nullable Duration fromNow) {
        StackReserve.ensure();
        deadline = fromNow == null
                ? null
                : System.nanoTime() + Math.min(LONGEST, Math.max(0, NANOSECONDS.convert(fromNow)));
        Pollable.Registration existing = pollable.existingRegistration();
        if (existing != null) {
            slotOf(existing).wakeWaiter(); // it enters the slot first, and looks at its deadline then
        }
    }

    /** Waits for the caller's turn. The caller then calls {@link #end}, unless this method throws. */
    void begin() throws IOException {
        StackReserve.ensure();
        awaitTurn();
        try {
            checkInterrupt();
            if (nanosLeft() <= 0) {
                throw overdue();
            }
            Pollable.Registration existing = pollable.existingRegistration();
            eventCame = existing == null || slotOf(existing).reset();
        } catch (Throwable e) {
            turn.unlock();
            throw e;
        }
    }

    void end() {
        turn.unlock();
    }

    private void awaitTurn() throws IOException {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            checkInterrupt();
            throw new ClosedChannelException();
        }
    }

    /**
     * Whether to {@link #await} before the first attempt at the operation, because it would most likely find nothing.
     * If false, the caller reports its attempt by {@link #attempted}. To be called in the caller's turn.
     */
    boolean leavesFirstAttemptOut() {
        boolean leavesOut = !eventCame && !firstAttempts.isWorthwhile() && pollable.mayWaitAgain();
        if (leavesOut) {
            firstAttempts.wasLeftOut();
        }
        return leavesOut;
    }

    void attempted(boolean foundSomething) {
        firstAttempts.made(foundSomething);
    }

    /**
     * Parks until the operation should be tried again.
     *
     * @param interest one of {@link SelectionKey}'s operations
     * @throws SocketTimeoutException when the deadline is over
     * @throws ClosedByInterruptException when the goroutine was interrupted; the channel is closed and the interrupt
     *     status stays set
     * @throws AsynchronousCloseException when the channel was closed meanwhile
     */
    void await(int interest) throws IOException {
        Pollable.Registration registration = pollable.registration();
        PollSlot slot = slotOf(registration);
        try {
            if (slot.tryWait(Thread.currentThread(), interest)) {
                park(registration, slot);
            }
        } finally {
            slot.tryCancel();
            slot.reset();
        }
        if (!pollable.isOpen()) {
            throw new AsynchronousCloseException();
        }
    }

    private PollSlot slotOf(Pollable.Registration registration) {
        return isRead
                ? registration.descriptor().reads()
                : registration.descriptor().writes();
    }

    private void park(Pollable.Registration registration, PollSlot slot) throws IOException {
        while (slot.isWaiting()) {
            long left = nanosLeft();
            if (left <= 0) {
                throw overdue();
            }
            registration.scheduler().timedWaits().park(slot, left);
            checkInterrupt();
        }
    }

    private void checkInterrupt() throws IOException {
        if (Thread.currentThread().isInterrupted() && pollable.isOpen()) {
            pollable.close();
            throw new ClosedByInterruptException();
        }
    }

    private long nanosLeft() {
        Long until = deadline;
        return until == null ? FOR_EVER : until - System.nanoTime();
    }

    private SocketTimeoutException overdue() {
        return new SocketTimeoutException(
                isRead ? "the deadline for reading is over" : "the deadline for writing is over");
    }
}
