package dev.gmp.internal.runq;

import dev.gmp.internal.util.Occupancy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out: a bounded ring with one producer, and the slot {@code runnext} before it (Go: {@code p.runq},
 * {@code p.runnext}).
 *
 * <pre>
 *            take (owner, thieves: CAS)             put (owner: release)
 *                  v                                     v
 *   ring  . . . [head] [    ] [    ] [    ] [    ] [tail] . . .      runnext [    ]
 * </pre>
 *
 * <p>OWNER-1: only the owner writes {@code tail} and the ring's slots; all take by moving {@code head} with a CAS. The
 * release of {@code tail} publishes the slot to thieves, which acquire {@code tail} before they read it. A thief may
 * read a slot that the owner overwrites meanwhile; then its CAS of {@code head} fails and what it read is dropped. A
 * slot keeps its reference until it is used again: the element must let go of what it holds when it ends.
 *
 * <p>{@code runnext} is exchanged atomically by any thread; its exchange is also the full fence that PARK-1 asks of a
 * submitter.
 */
public final class RingRunQueue<T extends QueueLink<T>> extends RingFields<T> {

    /** Keeps the fields above off the cache line of whatever the heap puts behind this object. */
    @SuppressWarnings({"unused", "UnusedVariable"})
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    public RingRunQueue() {
        this(CAPACITY);
    }

    /** One that is alone. */
    public RingRunQueue(int capacity) {
        this(capacity, new Occupancy(1), 0);
    }

    /**
     * @param capacity a power of two, at least 4; smaller than {@link #CAPACITY} only for model checkers
     * @param index its bit
     */
    public RingRunQueue(int capacity, Occupancy occupancy, int index) {
        super(requirePowerOfTwo(capacity), occupancy, index);
    }

    // Owner

    /** Go: {@code runqput} with next. */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable T exchangeRunNext(T element) {
        mark();
        return (T) RUN_NEXT.getAndSet(this, (QueueLink<?>) element);
    }

    /** No fence follows the release (Go: {@code runqput} without next). */
    @Override
    public boolean offer(T element) {
        int t = tail;
        if (t - (int) HEAD.getAcquire(this) >= ring.length) {
            return false;
        }
        mark();
        ring[t & mask] = element;
        TAIL.setRelease(this, t + 1);
        return true;
    }

    /** The element comes last in the batch (Go: runqputslow). */
    @Override
    public @Nullable Batch<T> tryTakeHalf(T element) {
        int h = (int) HEAD.getAcquire(this);
        int half = ring.length / 2;
        if (tail - h < ring.length) {
            return null;
        }
        Batch<T> batch = new Batch<>(); // before anything is taken: there may be no memory for it
        @Nullable Object[] taken = new Object[half];
        for (int i = 0; i < half; i++) {
            taken[i] = ring[(h + i) & mask];
        }
        if (!HEAD.compareAndSet(this, h, h + half)) {
            return null;
        }
        for (Object each : taken) {
            batch.add(cast(each));
        }
        batch.add(element);
        return batch;
    }

    /** Thieves see by it that the owner gets on. */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable T pollRunNext() {
        T next = (T) runNext;
        if (next == null || !RUN_NEXT.compareAndSet(this, (QueueLink<?>) next, null)) {
            return null;
        }
        runNextTaken++;
        return next;
    }

    /** The oldest. Safe from any thread. */
    @Override
    public @Nullable T poll() {
        return pollOldest();
    }

    @Override
    public @Nullable T pollOldest() {
        while (true) {
            int h = (int) HEAD.getAcquire(this);
            if (h == (int) TAIL.getAcquire(this)) {
                return null;
            }
            Object oldest = ring[h & mask];
            if (HEAD.compareAndSet(this, h, h + 1)) {
                return cast(oldest);
            }
        }
    }

    @Override
    public void offerAll(Batch<T> batch) {
        int t = tail;
        int room = ring.length - (t - (int) HEAD.getAcquire(this));
        mark();
        while (room-- > 0 && !batch.isEmpty()) {
            ring[t++ & mask] = batch.remove();
        }
        TAIL.setRelease(this, t);
    }

    @Override
    public int largestBatch() {
        return ring.length / 2;
    }

    @Override
    public boolean isLastInFirstOut() {
        return false;
    }

    // Any thread

    @Override
    public boolean isEmpty() {
        while (true) {
            int h = (int) HEAD.getVolatile(this);
            int t = (int) TAIL.getVolatile(this);
            Object next = RUN_NEXT.getVolatile(this);
            if (t == (int) TAIL.getVolatile(this)) {
                return h == t && next == null;
            }
        }
    }

    @Override
    public boolean isRingEmpty() {
        int h = (int) HEAD.getVolatile(this);
        return h == (int) TAIL.getVolatile(this);
    }

    @Override
    public int estimatedSize() {
        int h = (int) HEAD.getAcquire(this);
        int inRing = (int) TAIL.getAcquire(this) - h;
        return Math.min(Math.max(inRing, 0), ring.length) + (runNext == null ? 0 : 1);
    }

    @Override
    @SuppressWarnings("unchecked")
    public @Nullable T peekRunNext() {
        return (T) runNext;
    }

    @Override
    public int estimatedTaken() {
        return (int) HEAD.getAcquire(this);
    }

    @Override
    public int estimatedAdded() {
        return (int) TAIL.getAcquire(this);
    }

    @Override
    public @Nullable T peekOldest() {
        int h = (int) HEAD.getAcquire(this);
        return h == (int) TAIL.getAcquire(this) ? null : cast(ring[h & mask]);
    }

    @Override
    public void showEstimated(Consumer<? super T> viewer) {
        T next = peekRunNext();
        if (next != null) {
            viewer.accept(next);
        }
        int h = (int) HEAD.getAcquire(this);
        int size = Math.min((int) TAIL.getAcquire(this) - h, ring.length);
        for (int i = 0; i < size; i++) {
            viewer.accept(cast(ring[(h + i) & mask]));
        }
    }

    @Override
    public int estimatedRunNextTaken() {
        return runNextTaken;
    }

    @Override
    public boolean trySteal(T expected) {
        return runNext == expected && RUN_NEXT.compareAndSet(this, (QueueLink<?>) expected, null);
    }

    /** Go: {@code runqsteal}, {@code runqgrab}. */
    @Override
    public @Nullable T stealHalf(LocalRunQueue<T> queue) {
        RingRunQueue<T> thief = (RingRunQueue<T>) queue;
        int t = thief.tail;
        int moved = copyHalf(thief.ring, thief.mask, t);
        if (moved == 0) {
            return null;
        }
        if (moved > 1) {
            thief.mark();
            TAIL.setRelease(thief, t + moved - 1);
        }
        return cast(thief.ring[(t + moved - 1) & thief.mask]);
    }

    @Override
    public @Nullable T pollAny() {
        T oldest = pollOldest();
        if (oldest != null) {
            return oldest;
        }
        T next = peekRunNext();
        return next != null && trySteal(next) ? next : null;
    }

    /** Go: runqgrab. The copies become the thief's when the CAS succeeds, and visible when it releases its tail. */
    private int copyHalf(@Nullable Object[] target, int targetMask, int from) {
        while (true) {
            int h = (int) HEAD.getAcquire(this);
            int size = (int) TAIL.getAcquire(this) - h;
            int half = size - size / 2;
            if (half <= 0) {
                return 0;
            }
            if (half > ring.length / 2) {
                continue; // head and tail were read too far apart
            }
            for (int i = 0; i < half; i++) {
                target[(from + i) & targetMask] = ring[(h + i) & mask];
            }
            if (HEAD.compareAndSet(this, h, h + half)) {
                return half;
            }
        }
    }
}
