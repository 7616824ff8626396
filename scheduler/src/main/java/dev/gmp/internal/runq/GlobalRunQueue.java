package dev.gmp.internal.runq;

import dev.gmp.internal.util.Occupancy;
import dev.gmp.internal.util.ThreadSpread;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue that no processor owns (Go: {@code sched.runq}): work from outside, the overflow of local queues,
 * goroutines that yielded.
 *
 * <p>Go guards one list with one lock, since nearly all of its goroutines are made on a P. In a service most tasks come
 * from threads that are not machines. So the list is split into lanes, one for each few submitting threads, and
 * consumers visit the lanes in turn. Order holds within a lane: what one thread submits leaves in that order.
 *
 * <p>Goroutines that have used up a time slice stand in a lane of their own, behind all others. They are taken one by
 * one, never in batches: in a local queue they would hold up what comes later.
 */
public final class GlobalRunQueue<T extends QueueLink<T>> {

    /** About this many threads submit without sharing a lock; each lane takes two cache lines. */
    private static final int MOST_LANES = 32;

    private final SubmissionLane<T>[] lanes;

    /** Alone: a search looks at it in any case. */
    private final SubmissionLane<T> expired = new SubmissionLane<>();

    /** A bit for each lane. */
    private final Occupancy occupancy;

    private final int laneShift;

    /** @param concurrency threads that may submit at the same moment, at least 1; twice as many lanes are made, at most 32 */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public GlobalRunQueue(int concurrency) {
        int count = Math.min(MOST_LANES, Integer.highestOneBit(Math.max(1, concurrency) * 4 - 1));
        occupancy = new Occupancy(count);
        lanes = new SubmissionLane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = new SubmissionLane<>(occupancy, i);
        }
        laneShift = ThreadSpread.shift(count);
    }

    /**
     * Appends work from outside to the lane of the submitting thread.
     *
     * @return false when the queue is closed; nothing was queued then
     */
    public boolean offer(T element, long threadId) {
        return lanes[laneOf(threadId)].offer(element);
    }

    /** Appends one element that was accepted before. */
    public void add(T element, long threadId) {
        lanes[laneOf(threadId)].add(element);
    }

    /** Appends elements that were accepted before, and empties the batch (Go: globrunqputbatch). */
    public void addAll(Batch<T> batch, long threadId) {
        lanes[laneOf(threadId)].addAll(batch);
    }

    /** Puts elements that were accepted before at the head of a lane (Go: globrunqputhead). */
    public void addAllFirst(Batch<T> batch, int cursor) {
        lanes[cursor & (lanes.length - 1)].addAllFirst(batch);
    }

    /** Appends one that has used up its time slice, and gives way to all others. */
    public void addExpired(T element) {
        expired.add(element);
    }

    /** Takes one of those from {@link #addExpired}. */
    public @Nullable T pollExpired() {
        if (expired.isEmpty()) {
            return null;
        }
        Batch<T> one = new Batch<>();
        expired.drainTo(one, 1);
        return one.remove();
    }

    /** Takes one element, from the first lane that has one (Go: globrunqget). Expired ones are left. */
    public @Nullable T poll(int cursor) {
        Batch<T> one = new Batch<>();
        drainLanesTo(one, 1, cursor);
        return one.remove();
    }

    /**
     * Takes a processor's fair share: one goroutine to run at once, and the rest into {@code local} (Go:
     * globrunqgetbatch). Expired ones are left.
     *
     * @param local the caller's own queue, with room for its largest batch
     * @param procs among how many the queue is shared
     * @param cursor the lane to begin with, any number
     */
    public @Nullable T pollBatch(LocalRunQueue<T> local, int procs, int cursor) {
        int size = freshSize();
        if (size == 0) {
            return null;
        }
        Batch<T> batch = new Batch<>();
        drainLanesTo(batch, Math.min(local.largestBatch(), size / procs + 1), cursor);
        T first = batch.remove();
        if (!batch.isEmpty()) {
            local.offerAll(batch);
            lanes[cursor & (lanes.length - 1)].addAllFirst(batch); // nothing, unless the caller's queue was not empty
        }
        return first;
    }

    /** Takes up to {@code most} elements of all lanes, beginning with lane {@code cursor} and ending with the expired ones. */
    public void drainTo(Batch<T> target, int most, int cursor) {
        drainLanesTo(target, most, cursor);
        if (target.size() < most) {
            expired.drainTo(target, most - target.size());
        }
    }

    /** Takes what waits in one lane. Takes no memory. */
    public void drainLaneTo(Batch<T> target, int lane) {
        lanes[lane].drainTo(target, lanes[lane].size());
    }

    private void drainLanesTo(Batch<T> target, int most, int cursor) {
        int first = cursor & (lanes.length - 1);
        drainLanesTo(target, most, first, lanes.length);
        drainLanesTo(target, most, 0, first);
    }

    private void drainLanesTo(Batch<T> target, int most, int from, int end) {
        for (int i = occupancy.next(from, end); i < end && target.size() < most; i = occupancy.next(i + 1, end)) {
            lanes[i].drainTo(target, most - target.size());
        }
    }

    /** Lets later searches pass over lanes that are empty. For a thread that has found nothing to do. */
    public void unmarkEmpty() {
        for (int i = occupancy.next(0, lanes.length); i < lanes.length; i = occupancy.next(i + 1, lanes.length)) {
            lanes[i].unmarkIfEmpty();
        }
    }

    /** Refuses every later {@link #offer}. On return, each earlier one that was taken is counted by {@link #offered}. */
    public void close() {
        for (SubmissionLane<T> lane : lanes) {
            lane.close();
        }
    }

    public boolean isEmpty() {
        return !hasFresh() && !hasExpired();
    }

    public int size() {
        return freshSize() + expired.size();
    }

    /** The elements that have not used up a time slice. */
    public int freshSize() {
        int size = 0;
        for (int i = occupancy.next(0, lanes.length); i < lanes.length; i = occupancy.next(i + 1, lanes.length)) {
            size += lanes[i].size();
        }
        return Math.max(size, 0);
    }

    /** Whether one waits that has not used up a time slice. */
    public boolean hasFresh() {
        for (int i = occupancy.next(0, lanes.length); i < lanes.length; i = occupancy.next(i + 1, lanes.length)) {
            if (!lanes[i].isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of those from {@link #addExpired} waits. */
    public boolean hasExpired() {
        return !expired.isEmpty();
    }

    /**
     * Shows the elements, expired ones too, without a lock. While some are moved, one may be left out or shown twice.
     *
     * @param viewer says whether it wants more; it is given a few more of other lists
     * @return about how many are left out
     */
    public int showEstimated(Predicate<? super T> viewer) {
        int leftOut = expired.showEstimated(viewer);
        for (SubmissionLane<T> lane : lanes) {
            leftOut += lane.showEstimated(viewer);
        }
        return leftOut;
    }

    /** The elements taken by {@link #offer} so far. */
    public long offered() {
        long offered = 0;
        for (SubmissionLane<T> lane : lanes) {
            offered += lane.offered();
        }
        return offered;
    }

    /** The elements ever put into one thread's lane, a little behind: a number to sample by. */
    public long estimatedAdded(long threadId) {
        return lanes[laneOf(threadId)].estimatedAdded();
    }

    /** The lanes, without that of the expired ones. */
    public int lanes() {
        return lanes.length;
    }

    /** Elements ever added at the tail of a lane, wrapping; a little behind. */
    public int estimatedAddedTo(int lane) {
        return (int) lanes[lane].estimatedAdded();
    }

    /** Elements ever taken from a lane, less those put back at its head; wrapping, a little behind. */
    public int estimatedTakenFrom(int lane) {
        return (int) lanes[lane].estimatedTaken();
    }

    private int laneOf(long threadId) {
        return lanes.length == 1 ? 0 : ThreadSpread.slot(threadId, laneShift);
    }
}
