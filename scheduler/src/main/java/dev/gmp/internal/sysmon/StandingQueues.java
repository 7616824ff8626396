package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.QueueAge;
import java.util.Arrays;

/**
 * Finds the run queues in which goroutines have stood for a part of a time slice, and moves what they hold to the
 * backlog. While that is not empty, the same queue must stand {@value #AGAIN_FACTOR} times as long the next time. Goroutines which
 * came later and wait for a moment shall not come after the first convoy. Used by sysmon alone.
 */
public final class StandingQueues {

    /** How long is long. */
    enum Urgency {
        /** As described above. */
        NONE,
        /** A time slice. */
        SOME,
        /** As at first. */
        MOST
    }

    private static final int SLICE_SHARE = 4;
    private static final int AGAIN_FACTOR = 40;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long MARK_EVERY_NANOS = 1_000_000;

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final Batch<Goroutine> batch = new Batch<>();
    private final long firstNanos;
    private final long urgentNanos;
    private final QueueAge[] laneAges;
    private final long[] lanePatience;

    /** When the ring of a processor, whichever machine held it, was last seen empty. */
    private long[] ringEmptyAt = {};

    private long[] ringPatience = {};
    private long markedAt;

    StandingQueues(SchedulerState state) {
        this.state = state;
        globalQueue = state.queues().global();
        firstNanos = state.config().timeSlice().toNanos() / SLICE_SHARE;
        urgentNanos = state.config().timeSlice().toNanos();
        laneAges = new QueueAge[globalQueue.lanes()];
        Arrays.setAll(laneAges, lane -> new QueueAge());
        lanePatience = new long[globalQueue.lanes()];
        Arrays.fill(lanePatience, firstNanos);
        markedAt = System.nanoTime() - MARK_EVERY_NANOS;
    }

    /** At each tick. */
    void tick(long now) {
        if (now - markedAt < MARK_EVERY_NANOS) {
            return;
        }
        markedAt = now;
        for (int lane = 0; lane < laneAges.length; lane++) {
            laneAges[lane].mark(globalQueue.estimatedAddedTo(lane), globalQueue.estimatedTakenFrom(lane), now);
        }
        int known = ringEmptyAt.length;
        if (known < state.processors().made()) {
            ringEmptyAt = Arrays.copyOf(ringEmptyAt, state.processors().made());
            ringPatience = Arrays.copyOf(ringPatience, state.processors().made());
            Arrays.fill(ringEmptyAt, known, ringEmptyAt.length, now);
            Arrays.fill(ringPatience, known, ringEmptyAt.length, firstNanos);
        }
        if (state.queues().backlog().isEmpty()) {
            Arrays.fill(lanePatience, firstNanos);
            Arrays.fill(ringPatience, firstNanos);
        }
        for (int id = 0; id < ringEmptyAt.length; id++) {
            if (state.processors().get(id).queue().isRingEmpty()) {
                ringEmptyAt[id] = now;
            }
        }
    }

    /**
     * Moves what has stood for long enough in the lanes of the global queue, or in a processor's ring. Takes no memory.
     *
     * @return how many these were
     */
    int moveToBacklog(Processor processor, Urgency urgency, long now) {
        for (int lane = 0; lane < laneAges.length; lane++) {
            if (laneAges[lane].age(globalQueue.estimatedTakenFrom(lane), now)
                    >= patience(lanePatience[lane], urgency)) {
                globalQueue.drainLaneTo(batch, lane);
                lanePatience[lane] = Math.min(LONGEST_NANOS, lanePatience[lane] * AGAIN_FACTOR);
            }
        }
        int id = processor.id();
        if (id < ringEmptyAt.length && now - ringEmptyAt[id] >= patience(ringPatience[id], urgency)) {
            LocalRunQueue<Goroutine> queue = processor.queue();
            for (Goroutine each = queue.pollOldest(); each != null; each = queue.pollOldest()) {
                batch.add(each);
            }
            ringPatience[id] = Math.min(LONGEST_NANOS, ringPatience[id] * AGAIN_FACTOR);
        }
        int moved = batch.size();
        state.queues().backlog().addAll(batch);
        return moved;
    }

    private long patience(long usual, Urgency urgency) {
        return switch (urgency) {
            case NONE -> usual;
            case SOME -> Math.min(usual, urgentNanos);
            case MOST -> firstNanos;
        };
    }
}
