package dev.gmp.internal.trace;

import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.FieldHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The events of one machine, in chunks. One thread writes; another reads when the recording is over.
 *
 * <p>TRACE-1: the writer fills an event's places and then releases the count of its chunk; the reader acquires the count
 * and reads no place beyond it. So it sees whole events only, whether or not the writer has noticed that the recording is
 * over. A chunk is linked with a release, too, after it was made.
 */
final class TraceBuffer {

    /** Events of the first chunk: one of many machines may have no more to tell. */
    private static final int LEAST_CHUNK = 16;

    /** How many times as many events the next chunk has: a machine with much to tell soon has the largest. */
    private static final int GROWTH = 4;

    /** The largest number of events of a chunk, which takes about 40 KB. */
    private static final int MOST_CHUNK = 1_024;

    private final long machine;
    private final AtomicInteger roomLeft;

    /** The reader's: the oldest chunk that has not been let go of. */
    private Chunk first = new Chunk(0);

    /** The writer's. */
    private Chunk last = first;

    private int nextCapacity = LEAST_CHUNK;

    /** Written by the writer alone, read at the end, maybe a little behind. */
    private volatile long dropped;

    /** Written before the count of dropped events grows. */
    private long firstDropNanos;

    /**
     * @param machine the number of its machine, or -1
     * @param roomLeft for how many events all buffers together may still take room
     */
    TraceBuffer(long machine, AtomicInteger roomLeft) {
        this.machine = machine;
        this.roomLeft = roomLeft;
    }

    /** Notes an event, or counts it as dropped when there is no room. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void add(
            Probe.Event kind,
            long nanos,
            long a,
            long b,
            @Nullable Object goroutine,
            @Nullable Object name,
            @Nullable Labels labels) {
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
        chunk.labels[i] = labels;
        Chunk.COUNT.setRelease(chunk, i + 1);
    }

    long dropped() {
        return dropped;
    }

    /** When the first of them happened. Read after {@link #dropped}, where that is not 0. */
    long firstDropNanos() {
        return firstDropNanos;
    }

    long machine() {
        return machine;
    }

    /** How many are held. By the reader. */
    long count() {
        long events = 0;
        for (Chunk chunk = first; chunk != null; chunk = (Chunk) Chunk.NEXT.getAcquire(chunk)) {
            events += (int) Chunk.COUNT.getAcquire(chunk);
        }
        return events;
    }

    /**
     * Goes through the oldest events in the order in which they were noted. By the reader.
     *
     * @param number how many; no more than {@link #count}
     * @param lettingGo whether a chunk is let go of after its last event: then this is the last time
     */
    Iterator<TraceEvent> events(long number, boolean lettingGo) {
        return new Events(number, lettingGo);
    }

    private @Nullable Chunk tryGrow() {
        int capacity = takeRoom();
        if (capacity == 0) {
            return null;
        }
        try {
            Chunk fresh = new Chunk(capacity);
            Chunk.NEXT.setRelease(last, fresh);
            last = fresh;
            nextCapacity = Math.min(GROWTH * nextCapacity, MOST_CHUNK);
            return fresh;
        } catch (OutOfMemoryError e) {
            return null; // a recording is not worth a goroutine
        }
    }

    /** @return for how many events, 0 for none */
    private int takeRoom() {
        int left = roomLeft.get();
        while (left > 0) {
            int taken = Math.min(left, nextCapacity);
            if (roomLeft.compareAndSet(left, left - taken)) {
                return taken;
            }
            left = roomLeft.get();
        }
        return 0;
    }

    private final class Events implements Iterator<TraceEvent> {

        private final boolean lettingGo;
        private long left;
        private Chunk chunk = first;
        private int i;

        Events(long left, boolean lettingGo) {
            this.left = left;
            this.lettingGo = lettingGo;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public TraceEvent next() {
            if (left == 0) {
                throw new NoSuchElementException();
            }
            while (i == (int) Chunk.COUNT.getAcquire(chunk)) {
                chunk = (Chunk) Chunk.NEXT.getAcquire(chunk);
                i = 0;
                if (lettingGo) {
                    first = chunk;
                }
            }
            left--;
            TraceEvent event = chunk.event(machine, i);
            i++;
            return event;
        }
    }

    private static final class Chunk {

        static final VarHandle COUNT = FieldHandles.find(MethodHandles.lookup(), "count", int.class);
        static final VarHandle NEXT = FieldHandles.find(MethodHandles.lookup(), "next", Chunk.class);

        final Probe.Event[] kinds;
        final long[] nanos;
        final long[] as;
        final long[] bs;
        final @Nullable Object[] goroutines;
        final @Nullable Object[] names;
        final @Nullable Labels[] labels;
        int count;

        @SuppressWarnings("UnusedVariable") // read and written through NEXT
        @Nullable
        Chunk next;

        Chunk(int capacity) {
            kinds = new Probe.Event[capacity];
            nanos = new long[capacity];
            as = new long[capacity];
            bs = new long[capacity];
            goroutines = new @Nullable Object[capacity];
            names = new @Nullable Object[capacity];
            labels = new @Nullable Labels[capacity];
        }

        TraceEvent event(long machine, int i) {
            Labels its = labels[i];
            Object name = its == null ? names[i] : new LabelledName(names[i], its);
            return new TraceEvent(kinds[i], machine, nanos[i], as[i], bs[i], goroutines[i], name);
        }
    }
}
