package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.SharedQueues;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.QueueAge;
import dev.gmp.internal.util.SpinLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long the goroutine that has waited longest has waited, as far as sysmon has seen it: sysmon marks all queues now and
 * then, observers compare with the marks. A goroutine in a queue carries no time of its own, for one in 64 is stamped.
 * Thread-safe.
 */
public final class OldestRunnable {

    private final Processors processors;
    private final SharedQueues queues;

    /** Guards what follows. Sysmon takes it (LOCK-1, in {@link dev.gmp.internal.sched.MachinePool}). */
    private final SpinLock lock = new SpinLock();

    private final List<LocalAge> locals = new ArrayList<>();

    private final QueueAge[] lanes;

    /** Since when there has been a backlog; what stands at its bottom has waited for longer. */
    private long backlogSince;

    private boolean hasBacklog;

    OldestRunnable(Processors processors, SharedQueues queues) {
        this.processors = processors;
        this.queues = queues;
        lanes = new QueueAge[queues.global().lanes()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new QueueAge();
        }
    }

    /** Marks what waits now. By sysmon. */
    void mark(long now) {
        lock.lock();
        try {
            for (int i = 0; i < lanes.length; i++) {
                int taken = queues.global().estimatedTakenFrom(i);
                lanes[i].mark(queues.global().estimatedAddedTo(i), taken, now);
            }
            boolean hadBacklog = hasBacklog;
            hasBacklog = !queues.backlog().isEmpty();
            backlogSince = hadBacklog ? backlogSince : now;
            while (locals.size() < processors.made()) {
                locals.add(new LocalAge());
            }
            for (int id = 0; id < locals.size(); id++) {
                locals.get(id).mark(processors.get(id).queue(), now);
            }
        } finally {
            lock.unlock();
        }
    }

    /** @return nanoseconds, zero when nothing waits */
    long age(long now) {
        lock.lock();
        try {
            long oldest = hasBacklog && !queues.backlog().isEmpty() ? now - backlogSince : 0;
            for (int i = 0; i < lanes.length; i++) {
                oldest = Math.max(oldest, lanes[i].age(queues.global().estimatedTakenFrom(i), now));
            }
            for (int id = 0; id < locals.size(); id++) {
                oldest = Math.max(oldest, locals.get(id).age(processors.get(id).queue(), now));
            }
            return oldest;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The age in a processor's queue and in its runnext. A processor that was taken from its machine has a new queue.
     */
    private static final class LocalAge {

        private final QueueAge inOrder = new QueueAge();
        private final ElementAge oldest = new ElementAge();
        private final ElementAge next = new ElementAge();
        private @Nullable LocalRunQueue<Goroutine> queue;

        void mark(LocalRunQueue<Goroutine> current, long now) {
            if (queue != current) {
                queue = current;
                inOrder.clear();
                oldest.clear();
                next.clear();
            }
            if (current.isLastInFirstOut()) {
                oldest.mark(current.peekOldest(), current.estimatedTaken(), now);
            } else {
                int taken = current.estimatedTaken();
                inOrder.mark(current.estimatedAdded(), taken, now);
                next.mark(current.peekRunNext(), current.estimatedRunNextTaken(), now);
            }
        }

        long age(LocalRunQueue<Goroutine> current, long now) {
            if (queue != current) {
                return 0;
            }
            return current.isLastInFirstOut()
                    ? oldest.age(current.peekOldest(), current.estimatedTaken(), now)
                    : Math.max(
                            inOrder.age(current.estimatedTaken(), now),
                            next.age(current.peekRunNext(), current.estimatedRunNextTaken(), now));
        }
    }

    /** How long one element has stood where it stands, and none was taken from there. */
    private static final class ElementAge {

        private @Nullable Goroutine element;
        private int taken;
        private long since;

        void clear() {
            element = null;
        }

        void mark(@Nullable Goroutine current, int currentlyTaken, long now) {
            if (current != element || currentlyTaken != taken) {
                element = current;
                taken = currentlyTaken;
                since = now;
            }
        }

        long age(@Nullable Goroutine current, int currentlyTaken, long now) {
            return element != null && current == element && currentlyTaken == taken ? now - since : 0;
        }
    }
}
