package dev.gmp.internal.sched;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long the goroutine that has waited longest has waited, as far as sysmon has seen it: sysmon marks all queues now and
 * then, observers compare with the marks. A goroutine in a queue carries no time of its own, for one in 64 is stamped.
 * Thread-safe.
 */
final class OldestRunnable {

    private final SchedulerState state;

    @GuardedBy("this")
    private final List<LocalAge> locals = new ArrayList<>();

    @GuardedBy("this")
    private final QueueAge[] lanes;

    OldestRunnable(SchedulerState state) {
        this.state = state;
        lanes = new QueueAge[state.globalQueue().lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new QueueAge();
        }
    }

    /** Marks what waits now. By sysmon. */
    synchronized void mark(long now) {
        for (int i = 0; i < lanes.length; i++) {
            int taken = state.globalQueue().estimatedTakenFrom(i);
            lanes[i].mark(state.globalQueue().estimatedAddedTo(i), taken, now);
        }
        while (locals.size() < state.madeProcs()) {
            locals.add(new LocalAge());
        }
        for (int id = 0; id < locals.size(); id++) {
            locals.get(id).mark(state.processor(id).queue(), now);
        }
    }

    /** @return nanoseconds, zero when nothing waits */
    synchronized long age(long now) {
        long oldest = 0;
        for (int i = 0; i < lanes.length; i++) {
            oldest = Math.max(oldest, lanes[i].age(state.globalQueue().estimatedTakenFrom(i), now));
        }
        for (int id = 0; id < locals.size(); id++) {
            oldest = Math.max(oldest, locals.get(id).age(state.processor(id).queue(), now));
        }
        return oldest;
    }

    /** The same of a processor's ring and of its runnext. A processor that was taken from its machine has a new queue. */
    private static final class LocalAge {

        private final QueueAge ring = new QueueAge();
        private @Nullable LocalRunQueue<Goroutine> queue;
        private @Nullable Goroutine next;
        private int nextTaken;
        private long nextSince;

        void mark(LocalRunQueue<Goroutine> current, long now) {
            if (queue != current) {
                queue = current;
                ring.clear();
                next = null;
            }
            int taken = current.estimatedTaken();
            ring.mark(current.estimatedAdded(), taken, now);
            if (!isNextStill(current)) {
                next = current.peekRunNext();
                nextTaken = current.estimatedRunNextTaken();
                nextSince = now;
            }
        }

        long age(LocalRunQueue<Goroutine> current, long now) {
            if (queue != current) {
                return 0;
            }
            long ofRing = ring.age(current.estimatedTaken(), now);
            return isNextStill(current) ? Math.max(ofRing, now - nextSince) : ofRing;
        }

        private boolean isNextStill(LocalRunQueue<Goroutine> current) {
            return next != null && current.peekRunNext() == next && current.estimatedRunNextTaken() == nextTaken;
        }
    }
}
