package dev.gmp.process.cluster.internal.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of a key that wait for a process. Guarded by the key's entry. */
final class Backlog {

    private final Room room;
    private final Deque<KeyedMessage> waiting = new ArrayDeque<>(2);

    /** Those that the last process has left unread; they came before all others. */
    private List<KeyedMessage> unread = List.of();

    Backlog(Room room) {
        this.room = room;
    }

    /** The caller has taken its place in the room. */
    void add(KeyedMessage message) {
        waiting.addLast(message);
    }

    void addUnread(List<KeyedMessage> messages) {
        messages.forEach(each -> room.take());
        unread = messages;
    }

    /** The next message; its place is given back. */
    @Nullable
    KeyedMessage poll() {
        KeyedMessage first = waiting.poll();
        if (first != null) {
            room.giveBack();
        }
        return first;
    }

    /** Undoes the last {@link #poll}. */
    void putBack(KeyedMessage message) {
        room.take();
        waiting.addFirst(message);
    }

    /** Puts what was left unread before the others, when nothing is polled any more. @return whether anything waits */
    boolean merge() {
        for (int i = unread.size() - 1; i >= 0; i--) {
            waiting.addFirst(unread.get(i));
        }
        unread = List.of();
        return !waiting.isEmpty();
    }

    List<KeyedMessage> takeAll() {
        merge();
        List<KeyedMessage> all = new ArrayList<>(waiting.size());
        waiting.forEach(each -> {
            room.giveBack();
            all.add(each.taken());
        });
        waiting.clear();
        return all;
    }
}
