package dev.gmp.process.internal.mailbox;

import dev.gmp.process.ProcessState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a process and what came while it ran, in one word that changes by CAS alone.
 *
 * <pre>
 * WAKE-1: a process never rests while something waits for it that would wake it.
 *
 *     sender                                   worker
 *  S1 put the event into the mailbox        W1 RUNNING without flags
 *  S2 IDLE: READY, and schedule it          W2 take what is in the mailbox, and step with it
 *     RUNNING: set the flag                 W3 mailbox empty and no flag? IDLE, by one CAS
 *     READY: nothing                           else again from W1, now or in a later slice
 *
 * When S2 finds RUNNING, either its flag is there before W3, whose CAS then fails, or W3 was first and the CAS of S2 fails
 * and finds IDLE. When S2 finds READY, the worker comes to W1 and W2 afterwards and takes what S1 put. The flag is taken
 * off before W2: taken off after it, it would hide an event that came in between. Without the flag an event that comes
 * between W2 and W3 is left behind. Witness: LostWakeUpTest.
 *
 * BLOCKED is the same for completions and cancellations, which have a flag of their own; a message leaves it alone.
 * </pre>
 *
 * <p>All accesses are volatile: S1 before S2 and W1 before W2 need the full order.
 */
public abstract class StateWord {

    static final int READY = 0;
    static final int RUNNING = 1;
    static final int BLOCKED = 2;
    static final int IDLE = 3;
    static final int COMPLETE = 4;

    /** What a sender says it has put into the mailbox, and the flag that it leaves. */
    public static final int MESSAGE = 8;

    public static final int CONTROL = 16;

    private static final int STATE = 7;
    private static final int FLAGS = MESSAGE | CONTROL;

    /** The process was blocked, or wants to be: it takes only control events. Travels with READY and RUNNING. */
    private static final int AWAITS_CONTROL = 32;

    private static final int CANCELLED = 64;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(StateWord.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int word;

    /**
     * S2 of WAKE-1.
     *
     * @param cause {@link #MESSAGE} or {@link #CONTROL}
     * @return whether the caller must schedule the process now
     */
    public final boolean wake(int cause) {
        while (true) {
            int now = word;
            switch (now & STATE) {
                case RUNNING -> {
                    if ((now & cause) != 0 || WORD.compareAndSet(this, now, now | cause)) {
                        return false;
                    }
                }
                case IDLE -> {
                    if (WORD.compareAndSet(this, now, (now & ~STATE) | READY)) {
                        return true;
                    }
                }
                case BLOCKED -> {
                    if (cause == MESSAGE) {
                        return false;
                    }
                    if (WORD.compareAndSet(this, now, (now & ~STATE) | READY)) {
                        return true;
                    }
                }
                default -> {
                    return false;
                }
            }
        }
    }

    /** READY to RUNNING, by the worker. @throws IllegalStateException if it is not READY: it was scheduled twice */
    public final void beginRunning() {
        while (true) {
            int now = word;
            if ((now & STATE) != READY) {
                throw new IllegalStateException("a process was scheduled that is " + state());
            }
            if (WORD.compareAndSet(this, now, (now & ~STATE) | RUNNING)) {
                return;
            }
        }
    }

    /** IDLE to READY, by a thread that becomes the owner and must schedule the process. @return false if it is not idle */
    public final boolean tryReadyIdle() {
        int now = word;
        return (now & STATE) == IDLE && WORD.compareAndSet(this, now, (now & ~STATE) | READY);
    }

    /** W1 of WAKE-1. */
    public final void clearFlags() {
        if ((word & FLAGS) != 0) {
            WORD.getAndBitwiseAnd(this, ~FLAGS);
        }
    }

    /** W3 of WAKE-1. @return false when something has come */
    public final boolean tryIdle() {
        int now = word;
        return (now & FLAGS) == 0 && WORD.compareAndSet(this, now, (now & ~(STATE | AWAITS_CONTROL)) | IDLE);
    }

    /** W3 of WAKE-1 for a process that waits for a completion. @return false when a control event has come */
    public final boolean tryBlock() {
        while (true) {
            int now = word;
            if ((now & CONTROL) != 0) {
                return false;
            }
            if (WORD.compareAndSet(this, now, (now & ~(STATE | FLAGS)) | BLOCKED | AWAITS_CONTROL)) {
                return true;
            }
        }
    }

    /** RUNNING to READY, by the worker, which then schedules it again. */
    public final void giveWay(boolean awaitsControl) {
        while (true) {
            int now = word;
            int next = (now & ~(STATE | FLAGS | AWAITS_CONTROL)) | READY | (awaitsControl ? AWAITS_CONTROL : 0);
            if (WORD.compareAndSet(this, now, next)) {
                return;
            }
        }
    }

    /** To COMPLETE, by the owner of the process: its worker, or the thread that could not schedule it. */
    public final void complete() {
        while (true) {
            int now = word;
            if (WORD.compareAndSet(this, now, (now & ~(STATE | FLAGS)) | COMPLETE)) {
                return;
            }
        }
    }

    /** @return whether this caller was the first */
    public final boolean tryMarkCancelled() {
        return ((int) WORD.getAndBitwiseOr(this, CANCELLED) & CANCELLED) == 0;
    }

    /** By the worker. */
    public final boolean awaitsControl() {
        return (word & AWAITS_CONTROL) != 0;
    }

    public final boolean isComplete() {
        return (word & STATE) == COMPLETE;
    }

    public final ProcessState state() {
        return switch (word & STATE) {
            case READY -> ProcessState.READY;
            case RUNNING -> ProcessState.RUNNING;
            case BLOCKED -> ProcessState.BLOCKED;
            case IDLE -> ProcessState.IDLE;
            default -> ProcessState.COMPLETE;
        };
    }
}
