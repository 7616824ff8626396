package dev.gmp.internal.timer;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A heap whose nodes have four children (Go: {@code timers.heap}). A node is two neighbouring longs, its time and the
 * place of its timer. So a sift reads about one cache line a level and moves no references. In an old array, each move
 * of a reference would cost the garbage collector's write barrier. Not thread-safe.
 */
final class FourAryHeap {

    /** Timers that the arrays have room for at the least. */
    private static final int SMALLEST = 16;

    /** Node {@code i} has its time at {@code 2 * i} and its place behind that. */
    private long[] nodes = new long[2 * SMALLEST];

    private int size;

    /** The timers, each at one place from beginning to end. */
    private @Nullable Timer[] places = new @Nullable Timer[SMALLEST];

    /** A stack of the places that are free, behind the {@link #size} that are taken. */
    private int[] free = ascending(SMALLEST);

    int size() {
        return size;
    }

    /** How many find room in what it holds of memory. */
    int capacity() {
        return places.length;
    }

    /** The earliest time. Only while it is not empty. */
    long firstWhen() {
        return nodes[0];
    }

    /** The earliest timer. Only while it is not empty. */
    Timer first() {
        return at(0);
    }

    /** @throws OutOfMemoryError before anything has changed */
    void add(Timer timer, long when) {
        if (size == places.length) {
            resize(size * 2);
        }
        int place = free[size];
        places[place] = timer;
        size++;
        siftUp(size - 1, when, place);
    }

    void removeFirst() {
        size--;
        int place = (int) nodes[1];
        places[place] = null;
        free[size] = place;
        if (size > 0) {
            siftDown(0, nodes[2 * size], nodes[2 * size + 1]);
        }
    }

    void forEach(Consumer<Timer> action) {
        for (int i = 0; i < size; i++) {
            action.accept(at(i));
        }
    }

    /** Throws out all that are not pending, in a time that grows with the size. */
    void retainPending() {
        int before = size;
        int kept = 0;
        for (int i = 0; i < before; i++) {
            int place = (int) nodes[2 * i + 1];
            Timer timer = places[place];
            if (timer != null && timer.isPending()) {
                nodes[2 * kept] = nodes[2 * i];
                nodes[2 * kept + 1] = place;
                kept++;
            } else {
                places[place] = null;
                size--;
                free[size] = place;
            }
        }
        for (int i = (size - 2) >> 2; i >= 0; i--) {
            siftDown(i, nodes[2 * i], nodes[2 * i + 1]);
        }
        if (places.length > SMALLEST && size < places.length / 4) {
            tryShrink();
        }
    }

    private void tryShrink() {
        try {
            int capacity = Math.max(SMALLEST, size * 2);
            long[] fewerNodes = Arrays.copyOf(nodes, 2 * capacity);
            @Nullable Timer[] fewerPlaces = new @Nullable Timer[capacity];
            int[] fewerFree = ascending(capacity);
            for (int i = 0; i < size; i++) {
                fewerPlaces[i] = at(i);
                fewerNodes[2 * i + 1] = i;
            }
            nodes = fewerNodes;
            places = fewerPlaces;
            free = fewerFree;
        } catch (OutOfMemoryError e) {
            // stays large
        }
    }

    private void resize(int capacity) {
        long[] moreNodes = Arrays.copyOf(nodes, 2 * capacity);
        @Nullable Timer[] morePlaces = Arrays.copyOf(places, capacity);
        int[] moreFree = ascending(capacity); // all of the smaller ones are taken
        nodes = moreNodes;
        places = morePlaces;
        free = moreFree;
    }

    private void siftUp(int from, long when, long place) {
        int hole = from;
        while (hole > 0) {
            int parent = (hole - 1) >> 2;
            if (when >= nodes[2 * parent]) {
                break;
            }
            nodes[2 * hole] = nodes[2 * parent];
            nodes[2 * hole + 1] = nodes[2 * parent + 1];
            hole = parent;
        }
        nodes[2 * hole] = when;
        nodes[2 * hole + 1] = place;
    }

    private void siftDown(int from, long when, long place) {
        int hole = from;
        int child = (hole << 2) + 1;
        while (child < size) {
            int least = child;
            int end = Math.min(child + 4, size);
            for (int other = child + 1; other < end; other++) {
                if (nodes[2 * other] < nodes[2 * least]) {
                    least = other;
                }
            }
            if (when <= nodes[2 * least]) {
                break;
            }
            nodes[2 * hole] = nodes[2 * least];
            nodes[2 * hole + 1] = nodes[2 * least + 1];
            hole = least;
            child = (hole << 2) + 1;
        }
        nodes[2 * hole] = when;
        nodes[2 * hole + 1] = place;
    }

    private Timer at(int index) {
        Timer timer = places[(int) nodes[2 * index + 1]];
        if (timer == null) {
            throw new IllegalStateException("no timer at " + index + " of " + size);
        }
        return timer;
    }

    private static int[] ascending(int length) {
        int[] numbers = new int[length];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }
}
