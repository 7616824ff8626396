package dev.gmp.spring.trace;

import dev.gmp.observe.trace.TraceRecording;
import java.util.function.LongSupplier;

/**
 * For how many events the heap has room: they may take half of what is free, and the rest is the application's.
 *
 * @param freeBytes of the heap, where garbage that has not been collected is not free
 */
record HeapRoom(LongSupplier freeBytes) {

    static HeapRoom ofThisJvm() {
        Runtime runtime = Runtime.getRuntime();
        return new HeapRoom(() -> runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory());
    }

    /** At the most so many as asked for. Collects garbage where it is fewer, and looks again. */
    int eventsOf(int asked) {
        int room = events(asked);
        if (room < asked) {
            System.gc();
            room = events(asked);
        }
        return room;
    }

    private int events(int asked) {
        return (int) Math.min(asked, freeBytes.getAsLong() / 2 / TraceRecording.BUFFER_BYTES_PER_EVENT);
    }

    long freeMegabytes() {
        return freeBytes.getAsLong() >> 20;
    }
}
