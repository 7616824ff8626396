package dev.gmp.internal.runq;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.Padding;
import dev.gmp.internal.util.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One lane of the global queue: a linked list with a lock at each end.
 *
 * <p>Producers append to {@code inbound} under the producers' lock, which is held for a handful of instructions.
 * Consumers take from {@code outbound} under theirs, and only when it is empty take the whole of {@code inbound} at
 * once: no producer ever waits for a consumer that walks the list. Both locks spin; no thread parks, so a lane may be
 * used from inside a virtual thread's own park and unpark.
 *
 * <p>LANE-1: a lane is never reported empty while an element that was added earlier is in it. Elements leave in the
 * order of their arrival, {@code added} only grows, and {@code taken} grows by what left; therefore {@code added} is
 * read before {@code taken}. Elements put at the head count as given back, so {@code taken} decreases. If {@code added}
 * grew instead, these elements could hide an earlier one between the two reads.
 */
final class SubmissionLane<T extends QueueLink<T>> extends Padding {

    private static final VarHandle ADDED = FieldHandles.find(MethodHandles.lookup(), "added", long.class);
    private static final VarHandle TAKEN = FieldHandles.find(MethodHandles.lookup(), "taken", long.class);
    private static final VarHandle OFFERED = FieldHandles.find(MethodHandles.lookup(), "offered", long.class);

    static {
        // The first use of an access takes memory. This one is seldom, and made with a lock held and goroutines in
        // hand.
        TAKEN.setVolatile(new SubmissionLane<>(), 0L);
    }

    private final Occupancy occupancy;
    private final int index;
    private final SpinLock producers = new SpinLock();
    private final SpinLock consumers = new SpinLock();

    /** Guarded by {@link #producers}. */
    private @Nullable T inboundHead;

    private @Nullable T inboundTail;
    private boolean closed;

    /** Whether the bit is set (MASK-1, in {@link Occupancy}). */
    private boolean marked;

    /** Elements ever put at the tail. Written under the producers' lock. */
    private long added;

    /** Elements that came through {@link #offer}. Written under the producers' lock. */
    private long offered;

    /** Guarded by {@link #consumers}. */
    private @Nullable T outbound;

    /** Elements ever taken, less those put at the head. Written under the consumers' lock. */
    private long taken;

    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** One that is alone. */
    SubmissionLane() {
        this(new Occupancy(1), 0);
    }

    /** @param index its bit */
    SubmissionLane(Occupancy occupancy, int index) {
        this.occupancy = occupancy;
        this.index = index;
    }

    /** Appends work that comes from outside, or returns false when the lane is closed to it. */
    boolean offer(T element) {
        producers.lock();
        boolean open = !closed;
        if (open) {
            OFFERED.setRelease(this, offered + 1);
            link(element, element, 1);
        }
        producers.unlock();
        return open;
    }

    /** Appends one element that the scheduler has accepted before; a closed lane takes it too. */
    void add(T element) {
        producers.lock();
        link(element, element, 1);
        producers.unlock();
    }

    /** Appends work that the scheduler has accepted before; a closed lane takes it too. */
    void addAll(Batch<T> batch) {
        T first = batch.head;
        T last = batch.tail;
        if (first == null || last == null) {
            return;
        }
        int size = batch.size();
        batch.clear();
        producers.lock();
        link(first, last, size);
        producers.unlock();
    }

    /** Puts a batch before everything else in the lane. */
    void addAllFirst(Batch<T> batch) {
        T first = batch.head;
        T last = batch.tail;
        if (first == null || last == null) {
            return;
        }
        int size = batch.size();
        batch.clear();
        consumers.lock();
        last.next = outbound;
        outbound = first;
        TAKEN.setVolatile(this, taken - size);
        consumers.unlock();
        producers.lock(); // after the put: one that has read the size before is out of its lock by now
        mark();
        producers.unlock();
    }

    /** Clears the bit of a lane that is empty. Not while another thread is at it, which most likely puts something. */
    void unmarkIfEmpty() {
        if (isEmpty() && producers.tryLock()) {
            if (marked && isEmpty()) {
                marked = false;
                occupancy.clear(index);
            }
            producers.unlock();
        }
    }

    /** Moves up to {@code most} elements to {@code target}; none when another consumer is at it. */
    void drainTo(Batch<T> target, int most) {
        if (isEmpty() || !consumers.tryLock()) {
            return;
        }
        int moved = 0;
        while (moved < most) {
            T first = outbound;
            if (first == null) {
                first = takeInbound();
                if (first == null) {
                    break;
                }
            }
            outbound = first.next;
            target.add(first);
            moved++;
        }
        TAKEN.setRelease(this, taken + moved);
        consumers.unlock();
    }

    /** From its return on every {@link #offer} is refused, and every earlier one is counted. */
    void close() {
        producers.lock();
        closed = true;
        producers.unlock();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    int size() {
        long in = (long) ADDED.getVolatile(this);
        long out = (long) TAKEN.getVolatile(this);
        return (int) Math.min(Math.max(in - out, 0), Integer.MAX_VALUE);
    }

    /** As {@link GlobalRunQueue#showEstimated}. */
    int showEstimated(Predicate<? super T> viewer) {
        int size = size();
        int shown = QueueLink.showEstimated(outbound, size, viewer);
        shown += QueueLink.showEstimated(inboundHead, size - shown, viewer);
        return Math.max(0, Math.min(size, size()) - shown);
    }

    long estimatedAdded() {
        return added;
    }

    long estimatedTaken() {
        return (long) TAKEN.getAcquire(this);
    }

    long offered() {
        return (long) OFFERED.getAcquire(this);
    }

    private void mark() {
        if (!marked) {
            marked = true;
            occupancy.set(index);
        }
    }

    private void link(T first, T last, int size) {
        mark();
        last.next = null;
        T previous = inboundTail;
        if (previous == null) {
            inboundHead = first;
        } else {
            previous.next = first;
        }
        inboundTail = last;
        ADDED.setRelease(this, added + size);
    }

    private @Nullable T takeInbound() {
        producers.lock();
        T first = inboundHead;
        inboundHead = null;
        inboundTail = null;
        producers.unlock();
        return first;
    }
}
