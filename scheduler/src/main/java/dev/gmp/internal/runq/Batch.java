package dev.gmp.internal.runq;

import org.jspecify.annotations.Nullable;

/** Elements that move together, in order (Go: gQueue). Owned by one thread. */
public final class Batch<T extends QueueLink<T>> {

    @Nullable
    T head;

    @Nullable
    T tail;

    private int size;

    public void add(T element) {
        element.next = null;
        T last = tail;
        if (last == null) {
            head = element;
        } else {
            last.next = element;
        }
        tail = element;
        size++;
    }

    public void addFirst(T element) {
        element.next = head;
        head = element;
        if (tail == null) {
            tail = element;
        }
        size++;
    }

    public @Nullable T remove() {
        T first = head;
        if (first == null) {
            return null;
        }
        head = first.next;
        if (head == null) {
            tail = null;
        }
        first.next = null;
        size--;
        return first;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        head = null;
        tail = null;
        size = 0;
    }
}
