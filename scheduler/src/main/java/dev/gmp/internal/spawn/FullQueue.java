package dev.gmp.internal.spawn;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.observe.GoroutineExit;
import java.util.concurrent.RejectedExecutionException;

/** Applies the rejection policy to a task when the queue is full. */
public record FullQueue(
        SchedulerState state,
        QueuePermits queuePermits,
        Lifecycle lifecycle,
        UnstartedTasks unstartedTasks,
        Rejections rejections) {

    /**
     * For a task that has found no room.
     *
     * @return whether it has a permit now; otherwise the policy has dealt with it
     * @throws RejectedExecutionException if the policy says so, or after shutdown
     */
    boolean admit(Runnable task) {
        if (!lifecycle.accepts()) {
            throw isOver(task);
        }
        return switch (queuePermits.policy()) {
            case ABORT -> throw rejections.rejected(task, queuePermits.fill(), null);
            case CALLER_RUNS -> callerRuns(task);
            case BLOCK -> isDirectGoroutine() ? callerRuns(task) : awaitRoom(task);
            case DISCARD_OLDEST -> discardOldest(task);
        };
    }

    /** Counts a task that comes after shutdown. @return what to throw */
    RejectedExecutionException isOver(Runnable task) {
        return rejections.rejected(task, "it is " + lifecycle.phase(), null);
    }

    private static boolean callerRuns(Runnable task) {
        try {
            task.run();
        } catch (GoroutineExit exit) {
            // the task has ended; its submitter goes on
        }
        return false;
    }

    private boolean awaitRoom(Runnable task) {
        try {
            if (queuePermits.awaitRoom()) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejections.rejected(task, "the submitting thread was interrupted; " + queuePermits.fill(), e);
        }
        throw isOver(task);
    }

    private boolean discardOldest(Runnable task) {
        while (!queuePermits.tryEnter()) {
            if (!lifecycle.accepts()) {
                throw isOver(task); // what waited may be gone, with its room
            }
            UnstartedTasks.Oldest found = unstartedTasks.discardOldest(this::discard);
            if (found.discarded()) {
                continue;
            }
            if (queuePermits.tryEnterBeside(found.kept())) {
                return true;
            }
            Thread.onSpinWait(); // those that wait are on their way from one queue to another
        }
        return true;
    }

    private void discard(Runnable oldest) {
        rejections.count();
        if (oldest instanceof Discardable discardable) {
            discardable.discard();
        } else {
            Rejections.cancel(oldest);
        }
    }

    /** Whether the caller stands on the stack of one of this scheduler's machines. */
    private boolean isDirectGoroutine() {
        Machine machine = state.currentMachine();
        return machine != null && machine.isCurrentThread();
    }
}
