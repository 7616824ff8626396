package dev.gmp.internal.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one machine, in chunks. One thread writes; another reads when the recording is over.
 *
 * <p>TRACE-1: the writer fills an event's places and then releases the count of its chunk; the reader acquires the count
 * and reads no place beyond it. So it sees whole events only, whether or not the writer has noticed that the recording is
 * over. A chunk is linked with a release, too, after it was made.
 */
final class TraceBuffer {

    /** Events of a chunk, of some 40 KB. */
    static final int CHUNK = 1_024;

    private static final VarHandle COUNT;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(Chunk.class, "count", int.class);
            NEXT = lookup.findVarHandle(Chunk.class, "next", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long machine;
    private final AtomicInteger chunksLeft;
    private final Chunk first = new Chunk(0);
    private Chunk last = first;

    /** Written by the writer alone, read at the end, maybe a little behind. */
    private volatile long dropped;

    /** Written before the count of dropped events grows. */
    private long firstDropNanos;

    /**
     * @param machine the number of its machine, or -1
     * @param chunksLeft how many chunks all buffers together may still take
     */
    TraceBuffer(long machine, AtomicInteger chunksLeft) {
        this.machine = machine;
        this.chunksLeft = chunksLeft;
    }

    /** Notes an event, or counts it as dropped when there is no room. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void add(TraceEvent.Kind kind, long nanos, long a, long b, @Nullable Object goroutine, @Nullable Object name) {
        Chunk chunk = last;
        if (chunk.count == chunk.kinds.length) {
            chunk = tryGrow();
            if (chunk == null) {
                if (dropped == 0) {
                    firstDropNanos = nanos;
                }
                dropped++;
                return;
            }
        }
        int i = chunk.count;
        chunk.kinds[i] = kind;
        chunk.nanos[i] = nanos;
        chunk.as[i] = a;
        chunk.bs[i] = b;
        chunk.goroutines[i] = goroutine;
        chunk.names[i] = name;
        COUNT.setRelease(chunk, i + 1);
    }

    long dropped() {
        return dropped;
    }

    /** When the first of them happened. Read after {@link #dropped}, where that is not 0. */
    long firstDropNanos() {
        return firstDropNanos;
    }

    /** The machine's number, or -1. */
    long machine() {
        return machine;
    }

    /** Any thread. */
    void forEach(Consumer<TraceEvent> action) {
        for (Chunk chunk = first; chunk != null; chunk = (Chunk) NEXT.getAcquire(chunk)) {
            int count = (int) COUNT.getAcquire(chunk);
            for (int i = 0; i < count; i++) {
                action.accept(new TraceEvent(
                        chunk.kinds[i],
                        machine,
                        chunk.nanos[i],
                        chunk.as[i],
                        chunk.bs[i],
                        chunk.goroutines[i],
                        chunk.names[i]));
            }
        }
    }

    private @Nullable Chunk tryGrow() {
        if (chunksLeft.get() <= 0 || chunksLeft.getAndDecrement() <= 0) {
            return null;
        }
        try {
            Chunk fresh = new Chunk(CHUNK);
            NEXT.setRelease(last, fresh);
            last = fresh;
            return fresh;
        } catch (OutOfMemoryError e) {
            return null; // a recording is not worth a goroutine
        }
    }

    private static final class Chunk {

        final TraceEvent.Kind[] kinds;
        final long[] nanos;
        final long[] as;
        final long[] bs;
        final @Nullable Object[] goroutines;
        final @Nullable Object[] names;
        int count;

        @SuppressWarnings("UnusedVariable") // read and written through NEXT
        @Nullable
        Chunk next;

        Chunk(int capacity) {
            kinds = new TraceEvent.Kind[capacity];
            nanos = new long[capacity];
            as = new long[capacity];
            bs = new long[capacity];
            goroutines = new @Nullable Object[capacity];
            names = new @Nullable Object[capacity];
        }
    }
}
