package dev.gmp.internal.channel;

import dev.gmp.internal.util.FieldHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits at one channel, to send or to receive (Go: sudog). It stands in one of the channel's two lists, which are
 * rings of waiters in the order of their coming; a list is known by its first.
 *
 * <p>CLAIM-1: a wait ends once. The thread that ends it holds the channel's lock and has taken the waiter off its list. A waiter
 * of one operation is its own then: its thread gives up under the same lock, and only while the waiter is listed. A waiter of a
 * select stands beside others in the lists of other channels: there one CAS of the selection decides (Go: selectDone).
 *
 * <p>What a claim hands over is written before it, and what it takes is read before it. Nothing of a waiter is touched
 * after it: a selection uses its waiters again at once.
 */
final class Waiter extends Wait {

    private static final VarHandle OVER = FieldHandles.find(MethodHandles.lookup(), "over", boolean.class);

    private final boolean sends;

    /** What it is a case of, or null. */
    private final @Nullable Selection selection;

    private final int number;

    /** The one that waits; null while a selection does not. */
    @Nullable
    Thread thread;

    /** What it sends, or what was handed to it, or {@link ChannelCore#CLOSED}. */
    @Nullable
    Object value;

    private boolean over;

    /** Its neighbours, guarded by the channel's lock; both null while it is in no list. */
    private @Nullable Waiter next;

    private @Nullable Waiter previous;

    /** For one operation of the calling thread. @param sent null to receive */
    Waiter(@Nullable Object sent) {
        sends = sent != null;
        selection = null;
        number = 0;
        thread = Thread.currentThread();
        value = sent;
    }

    Waiter(Selection selection, int number, boolean sends) {
        this.sends = sends;
        this.selection = selection;
        this.number = number;
    }

    /** By the thread that has taken it off its list, which still holds the lock. @return whether the wait is the caller's */
    boolean tryClaim() {
        Selection owner = selection;
        if (owner != null) {
            return owner.tryChoose(number);
        }
        OVER.setRelease(this, true);
        return true;
    }

    @Override
    boolean isOver() {
        return (boolean) OVER.getAcquire(this);
    }

    @Override
    public String waitReason() {
        return sends ? "channel send" : "channel receive";
    }

    boolean isListed() {
        return next != null;
    }

    /** Puts one at the end. @return the first of the list then */
    static Waiter add(@Nullable Waiter first, Waiter added) {
        if (first == null) {
            added.next = added;
            added.previous = added;
            return added;
        }
        Waiter last = first.previous;
        added.previous = last;
        added.next = first;
        first.previous = added;
        if (last != null) {
            last.next = added;
        }
        return first;
    }

    /** Takes a listed one out. @return the first of the list then, or null */
    static @Nullable Waiter remove(Waiter first, Waiter removed) {
        Waiter after = removed.next;
        Waiter before = removed.previous;
        removed.next = null;
        removed.previous = null;
        if (after == removed || after == null || before == null) {
            return null;
        }
        before.next = after;
        after.previous = before;
        return first == removed ? after : first;
    }
}
