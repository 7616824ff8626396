package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdleGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.util.StackReserve;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Idle-priority work, the third source of work in Go's wake-up protocol: a processor that has found nothing else takes
 * one item, and then looks for everything else again. While others wait, an item that runs is asked to give way at once
 * instead of after a time slice.
 */
final class IdleWork {

    private final SchedulerState state;
    private final Lifecycle lifecycle;
    private final WakeUp wakeUp;
    private final Rejections rejections;
    private final Admission admission;
    private final int capacity;

    /** Items that wait, and those that are being put in. */
    private final AtomicInteger waiting = new AtomicInteger();

    IdleWork(SchedulerState state, Lifecycle lifecycle, WakeUp wakeUp, Rejections rejections, Admission admission) {
        this.state = state;
        this.lifecycle = lifecycle;
        this.wakeUp = wakeUp;
        this.rejections = rejections;
        this.admission = admission;
        this.capacity = state.config().idleQueueCapacity();
    }

    /** @throws RejectedExecutionException if too many wait already, or after shutdown */
    void execute(Runnable task) {
        StackReserve.ensure();
        IdleGoroutine item = new IdleGoroutine(TracedTask.of(task));
        if (waiting.incrementAndGet() > capacity) {
            waiting.decrementAndGet();
            throw rejections.rejected(task, "%d idle tasks wait (idle-queue-capacity)".formatted(capacity), null);
        }
        if (!state.idleWork().offer(item, Thread.currentThread().getId())) {
            waiting.decrementAndGet();
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
        wakeUp.afterPut();
    }

    /** One item for a machine that would give its processor up. */
    @Nullable
    Goroutine next(Machine machine) {
        return state.idleWork().isEmpty() ? null : take(machine.nextRandom());
    }

    /** Takes one item back that has not begun. */
    @Nullable
    Goroutine recall() {
        return take(0);
    }

    private @Nullable Goroutine take(int cursor) {
        Goroutine item = state.idleWork().poll(cursor);
        if (item != null) {
            waiting.decrementAndGet();
            admission.enterAnyway(); // what every task gives back when it begins
        }
        return item;
    }
}
