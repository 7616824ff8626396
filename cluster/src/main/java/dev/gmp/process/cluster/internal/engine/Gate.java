package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.SendResult;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait, in order, until there is a target for them. Its lock is that of this object.
 *
 * <p>GATE-1: messages that wait go before those that come later. When a target is set, one thread sends what waits, message by
 * message and without the lock; senders see the target only when nothing waits any more. The message under way stays in
 * the queue until the target has taken it. So it is still there if the target has closed, behind those that the target had
 * taken before and gives back.
 */
abstract class Gate<T> {

    /** The target, when nothing waits. */
    private volatile @Nullable T open;

    /** The target. Guarded by this, as all that follows. */
    private @Nullable T target;

    private boolean sends;
    private @Nullable Deque<KeyedMessage> waiting;

    /** The message that is being sent. */
    private @Nullable KeyedMessage underWay;

    /** @return null if the target takes no messages any more */
    abstract @Nullable SendResult deliver(T to, KeyedMessage message);

    /** A message that had waited was not delivered. */
    abstract void lost(KeyedMessage message, SendResult reason);

    /** Nothing is sent now: nothing waits, or there is no target. */
    abstract void hasStopped();

    abstract Warnings warnings();

    /** The places of messages that wait. */
    abstract Room room();

    final @Nullable T open() {
        return open;
    }

    /** Guarded by this. */
    final @Nullable T target() {
        return target;
    }

    /** Guarded by this. */
    final boolean sends() {
        return sends;
    }

    /** Guarded by this. */
    final boolean hasWaiting() {
        return waiting != null && !waiting.isEmpty();
    }

    final synchronized int waiting() {
        return waiting == null ? 0 : waiting.size();
    }

    /** Guarded by this. The message has a place in the room. */
    final void add(KeyedMessage message) {
        queue().addLast(message);
    }

    /** Guarded by this. Messages that a target had taken go before all others, and need no place. */
    final void addFirst(List<KeyedMessage> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            room().take();
            queue().addFirst(messages.get(i));
        }
    }

    /** Guarded by this. @return the first message that waits, if nothing is sent */
    final @Nullable KeyedMessage peek() {
        return sends || waiting == null ? null : waiting.peekFirst();
    }

    /**
     * Guarded by this. Takes no memory if nothing is under way.
     *
     * @return what waited and is not under way; it is the caller's now
     */
    final Collection<KeyedMessage> removeAll() {
        Deque<KeyedMessage> all = waiting;
        if (all == null) {
            return List.of();
        }
        waiting = null;
        if (underWay != null && all.removeFirstOccurrence(underWay)) {
            add(underWay);
        }
        for (int left = all.size(); left > 0; left--) {
            room().giveBack();
        }
        return all;
    }

    /** Guarded by this. */
    final void remove(KeyedMessage message) {
        if (queue().removeFirstOccurrence(message)) {
            room().giveBack();
        }
    }

    private Deque<KeyedMessage> queue() {
        if (waiting == null) {
            waiting = new ArrayDeque<>(2);
        }
        return waiting;
    }

    /** Guarded by this. @return whether the caller must call {@link #sendWaiting} when it has left the lock */
    final boolean lead(T to) {
        target = to;
        if (sends || to.equals(open)) {
            return false;
        }
        sends = hasWaiting();
        open = sends ? null : to;
        return sends;
    }

    final void sendWaiting() {
        for (KeyedMessage next = next(); next != null; next = next()) {
            T to;
            synchronized (this) {
                to = target;
            }
            if (to != null) {
                sendOne(to, next);
            }
        }
        hasStopped();
    }

    private synchronized @Nullable KeyedMessage next() {
        KeyedMessage first = target == null || waiting == null ? null : waiting.peekFirst();
        if (first == null) {
            sends = false;
            open = target;
            waiting = hasWaiting() ? waiting : null;
        }
        underWay = first;
        return first;
    }

    private void sendOne(T to, KeyedMessage message) {
        SendResult result;
        try {
            result = deliver(to, message);
        } catch (Throwable thrown) {
            result = dropped(message, thrown);
        }
        synchronized (this) {
            if (result == null) {
                forget(to);
                return;
            }
            remove(message);
        }
        if (result != SendResult.DELIVERED) {
            try {
                lost(message, result);
            } catch (Throwable thrown) {
                dropped(message, thrown);
            }
        }
    }

    /** A message that had been accepted must not stand in the way of others, whatever its codec throws. */
    final SendResult dropped(KeyedMessage message, Throwable thrown) {
        warnings().warn("dropped", "A message to %s is dropped", message.to(), thrown);
        return SendResult.UNKNOWN;
    }

    /** That is no target any more. */
    final synchronized void forget(Object old) {
        if (old.equals(target)) {
            target = null;
        }
        if (old.equals(open)) {
            open = null;
        }
    }
}
