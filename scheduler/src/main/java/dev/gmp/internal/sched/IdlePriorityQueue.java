package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdlePriorityGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Idle-priority work, the third source of work in Go's wake-up protocol: a processor that has found nothing else takes
 * one item, and then looks for everything else again. While others wait, an item that runs is asked to give way at once
 * instead of after a time slice.
 */
public final class IdlePriorityQueue {

    private final SchedulerState state;
    private final WakeUp wakeUp;
    private final QueuePermits queuePermits;
    private final int capacity;

    /** Items that wait, and those that are being put in. */
    private final AtomicInteger waiting = new AtomicInteger();

    public IdlePriorityQueue(SchedulerState state, WakeUp wakeUp, QueuePermits queuePermits) {
        this.state = state;
        this.wakeUp = wakeUp;
        this.queuePermits = queuePermits;
        this.capacity = state.config().idleQueueCapacity();
    }

    /** Room for one item more, to be used by {@link #offer} or given back. @return false if there is none */
    public boolean tryReserve() {
        if (waiting.incrementAndGet() <= capacity) {
            return true;
        }
        waiting.decrementAndGet();
        return false;
    }

    /** Queues an item for which there is room. @return false after shutdown; its room is free again */
    public boolean offer(IdlePriorityGoroutine item) {
        if (!state.queues().idlePriority().offer(item, Thread.currentThread().getId())) {
            waiting.decrementAndGet();
            return false;
        }
        wakeUp.afterPut();
        return true;
    }

    /** Why the queue takes no further task, for messages. */
    public String fill() {
        return "%d idle tasks wait (idle-queue-capacity)".formatted(capacity);
    }

    /** One item for a machine that would give its processor up. */
    @Nullable
    Goroutine next(Machine machine) {
        return state.queues().idlePriority().isEmpty() ? null : take(machine.nextRandom());
    }

    /** Takes one item back that has not begun. */
    @Nullable
    Goroutine recall() {
        return take(0);
    }

    private @Nullable Goroutine take(int cursor) {
        Goroutine item = state.queues().idlePriority().poll(cursor);
        if (item != null) {
            waiting.decrementAndGet();
            queuePermits.enterAnyway(); // what every task gives back when it begins
        }
        return item;
    }
}
