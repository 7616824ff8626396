package dev.gmp.process.internal.mailbox;

import dev.gmp.process.Event;
import dev.gmp.process.SendResult;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages and control events that wait for a process. Any thread puts; its owner, one thread at a time, takes.
 *
 * <p>Messages are pushed onto a stack by one CAS (Treiber: "Systems Programming: Coping with Parallelism", 1986). The
 * owner takes the whole stack by one exchange and turns it round. So it hands over in the order of the pushes, which
 * contains the order of each sender. Nothing but two references is kept for an empty mailbox. Control events have a
 * stack of their own, so that they pass messages, need no room and reach a process that does not take messages.
 *
 * <p>MAIL-1: each event is handed to the process, or is among those that {@link #close} counts, or its sender hears
 * that the process has ended. The owner's last exchange leaves a mark in place of the stack, and no push succeeds on
 * that.
 */
public abstract class Mailbox extends StateWord {

    private static final Letter CLOSED = new Letter(null, "closed");
    private static final Notice NO_CONTROL = Notice.end("closed");

    private static final VarHandle STACK;
    private static final VarHandle CONTROL_STACK;
    private static final VarHandle WAITING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STACK = lookup.findVarHandle(Mailbox.class, "stack", Letter.class);
            CONTROL_STACK = lookup.findVarHandle(Mailbox.class, "controlStack", Notice.class);
            WAITING = lookup.findVarHandle(Mailbox.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Letter stack;
    private volatile @Nullable Notice controlStack;

    /** Taken from the stack and not handed over yet, oldest first. The owner's. */
    private @Nullable Mail inbox;

    /** The length of the inbox. Written by the owner. */
    private volatile int waiting;

    /** Puts a message, if there are not as many as may wait. After {@link SendResult#DELIVERED} the caller must wake the process. */
    public final SendResult offer(Letter letter, int capacity) {
        while (true) {
            Letter top = stack;
            int depth = 0;
            if (top != null) {
                if (top == CLOSED) {
                    return SendResult.ENDED;
                }
                depth = top.depth;
            }
            if (depth >= capacity - waiting && top == stack) { // else the owner may have been counted twice
                return SendResult.FULL;
            }
            letter.next = top;
            letter.depth = depth + 1;
            if (STACK.compareAndSet(this, top, letter)) {
                return SendResult.DELIVERED;
            }
        }
    }

    /**
     * Puts a message, and when the stack is twice as high as may be, drops its older half: so it costs a copy for each message,
     * spread evenly.
     *
     * @return how many were dropped, or -1 when the process has ended
     */
    public final int offerDroppingOldest(Letter letter, int capacity) {
        while (true) {
            Letter top = stack;
            if (top == CLOSED) {
                return -1;
            }
            int depth = top == null ? 0 : top.depth;
            boolean trims = depth >= 2L * capacity;
            letter.next = top != null && trims ? copyOfNewest(top, capacity - 1) : top;
            letter.depth = trims ? capacity : depth + 1;
            if (STACK.compareAndSet(this, top, letter)) {
                return trims ? depth - capacity + 1 : 0;
            }
        }
    }

    /** Puts a control event. @return false when the process has ended */
    public final boolean offerControl(Notice notice) {
        while (true) {
            Notice top = controlStack;
            if (top == NO_CONTROL) {
                return false;
            }
            notice.next = top;
            if (CONTROL_STACK.compareAndSet(this, top, notice)) {
                return true;
            }
        }
    }

    /** Takes all control events, oldest first. By the owner. */
    public final @Nullable Notice takeControl() {
        return controlStack == null ? null : (Notice) turnedRound((Mail) CONTROL_STACK.getAndSet(this, null));
    }

    /**
     * Takes the waiting messages from the senders, unless messages taken before are still to be handed over. A control
     * event that came before one of these messages is there by now. By the owner.
     */
    public final void fetchMessages() {
        if (inbox == null) {
            refill();
        }
    }

    /** Takes messages that were fetched, oldest first. By the owner. */
    public final List<Event> takeMessages(int most) {
        Mail first = inbox;
        if (first == null) {
            return List.of();
        }
        if (first.next == null || most == 1) {
            List<Event> taken = List.of(first.event()); // first: without memory it is still to be handed over
            inbox = first.next;
            if (waiting != 0) {
                WAITING.setOpaque(this, waiting - 1);
            }
            return taken;
        }
        return takeSeveral(Math.min(most, waiting));
    }

    private List<Event> takeSeveral(int count) {
        Event[] events = new Event[count];
        Mail each = inbox;
        for (int i = 0; i < count && each != null; i++) {
            events[i] = each.event();
            each = each.next;
        }
        List<Event> taken = List.of(events);
        inbox = each;
        WAITING.setOpaque(this, waiting - count);
        return taken;
    }

    private void refill() {
        Letter top = stack;
        if (top == null) {
            return;
        }
        if (top.next == null && STACK.compareAndSet(this, top, null)) {
            inbox = top; // alone, as it is most of the time
            return;
        }
        top = (Letter) STACK.getAndSet(this, null);
        WAITING.setOpaque(this, top.depth);
        inbox = turnedRound(top);
    }

    /** Whether a message waits. By the owner. */
    public final boolean hasMessage() {
        return inbox != null || stack != null;
    }

    public final boolean hasControl() {
        return controlStack != null;
    }

    /** How many messages wait; an estimate while the process runs. By any thread. */
    public final int estimatedDepth() {
        Letter top = stack;
        return (top == null ? 0 : top.depth) + waiting;
    }

    /**
     * Ends the mailbox. By the owner, which may take the messages that are left, and then drops them.
     *
     * @return how many messages were handed over to no step
     */
    public final int close() {
        Letter left = (Letter) STACK.getAndSet(this, CLOSED);
        CONTROL_STACK.setVolatile(this, NO_CONTROL);
        int unread = left == null ? 0 : left.depth;
        Mail last = inbox;
        for (Mail each = inbox; each != null; each = each.next) {
            unread++;
            last = each;
        }
        Mail rest = left == null ? null : turnedRound(left);
        if (last == null) {
            inbox = rest;
        } else {
            last.next = rest;
        }
        waiting = unread;
        return unread;
    }

    /** After {@link #close}. */
    public final void dropUnread() {
        inbox = null;
        waiting = 0;
    }

    private static @Nullable Letter copyOfNewest(Letter top, int count) {
        Letter first = null;
        Letter last = null;
        Mail each = top;
        for (int depth = count; depth > 0 && each instanceof Letter letter; depth--) {
            Letter copy = letter.copy();
            copy.depth = depth;
            if (last == null) {
                first = copy;
            } else {
                last.next = copy;
            }
            last = copy;
            each = letter.next;
        }
        return first;
    }

    private static @Nullable Mail turnedRound(@Nullable Mail newestFirst) {
        Mail oldestFirst = null;
        Mail each = newestFirst;
        while (each != null) {
            Mail next = each.next;
            each.next = oldestFirst;
            oldestFirst = each;
            each = next;
        }
        return oldestFirst;
    }
}
