package dev.gmp.internal.profile;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.spawn.VirtualGoroutines;

/**
 * Offers to a sample all goroutines that are linked anyway, until its time is over. It estimates how many it has not reached.
 * Queues are walked without locks: where a goroutine is taken from a list, the walk loses the rest of it. For one thread.
 */
final class GoroutineWalk {

    /** Reading the time costs as much as a step. */
    private static final int STEPS_BETWEEN_LOOKS = 256;

    private final RandomSample<Goroutine> sample;
    private final long deadline;
    private int steps;
    private boolean isLate;
    private long missing;
    private long virtual;
    private long queued;
    private long queuedDirect;

    /** @param deadline as {@link System#nanoTime} */
    GoroutineWalk(RandomSample<Goroutine> sample, long deadline) {
        this.sample = sample;
        this.deadline = deadline;
    }

    /** About how many goroutines were not reached. */
    long missing() {
        return missing;
    }

    void visitLive(VirtualGoroutines goroutines) {
        if (!goroutines.show(this::offerVirtual)) {
            missing += Math.max(0, goroutines.estimatedLive() - virtual);
        }
    }

    /** The run queues, for their direct goroutines: virtual ones have been seen. */
    void visitQueues(SchedulerState state) {
        long leftOut = state.queues().showEstimated(this::offerQueued);
        for (int id = 0; id < state.processors().made(); id++) { // one that is dead may have had work left
            Processor processor = state.processors().get(id);
            if (isLate) {
                leftOut += processor.queue().estimatedSize();
            } else {
                processor.queue().showEstimated(this::offerQueued);
            }
        }
        // As many of them are direct as of those seen.
        missing += queued == 0 ? leftOut : (leftOut * queuedDirect + queued - 1) / queued;
    }

    private boolean offerVirtual(VirtualGoroutine goroutine) {
        if (goroutine.thread() != null) { // else it has ended, or marks the place of a walk
            sample.offer(goroutine);
            virtual++;
        }
        return hasTime();
    }

    private boolean offerQueued(Goroutine goroutine) {
        queued++;
        if (goroutine instanceof DirectGoroutine direct) {
            queuedDirect++;
            if (direct.task() != null) {
                sample.offer(goroutine);
            }
        }
        return hasTime();
    }

    private boolean hasTime() {
        steps++;
        isLate |= steps % STEPS_BETWEEN_LOOKS == 0 && System.nanoTime() - deadline >= 0;
        return !isLate;
    }
}
