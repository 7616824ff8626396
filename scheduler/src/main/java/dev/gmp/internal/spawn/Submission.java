package dev.gmp.internal.spawn;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.IdleGoroutine;
import dev.gmp.internal.gmp.ResumedGoroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.sched.IdlePriorityQueue;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.UnstartedTasks;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.observe.GoroutineExit;
import java.util.concurrent.RejectedExecutionException;

/** How a task comes in: admitted or dealt with by the rejection policy, made a goroutine, accepted. */
public final class Submission {

    private final SchedulerState state;
    private final Spawner spawner;
    private final QueuePermits queuePermits;
    private final Lifecycle lifecycle;
    private final VirtualGoroutines virtualGoroutines;
    private final IdlePriorityQueue idlePriorityQueue;
    private final UnstartedTasks unstartedTasks;
    private final Rejections rejections;

    public Submission(
            SchedulerState state,
            Spawner spawner,
            QueuePermits queuePermits,
            Lifecycle lifecycle,
            IdlePriorityQueue idlePriorityQueue,
            UnstartedTasks unstartedTasks,
            Rejections rejections) {
        this.state = state;
        this.spawner = spawner;
        this.queuePermits = queuePermits;
        this.lifecycle = lifecycle;
        this.virtualGoroutines = spawner.virtualGoroutines();
        this.idlePriorityQueue = idlePriorityQueue;
        this.unstartedTasks = unstartedTasks;
        this.rejections = rejections;
    }

    /**
     * Runs a task on a goroutine of a kind.
     *
     * @param kind direct or virtual
     * @throws RejectedExecutionException if there is no room and the policy says so, or after shutdown
     */
    public void execute(Runnable task, GoroutineMode kind) {
        StackReserve.ensure();
        if (!queuePermits.tryEnter() && !enterByPolicy(task)) {
            return;
        }
        boolean started;
        try {
            started = tryStart(task, kind);
        } catch (Throwable noMemory) {
            queuePermits.begins();
            throw noMemory;
        }
        if (!started) {
            queuePermits.begins();
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
    }

    /**
     * Runs the next part of work that has begun before: past the limit of the queue, and as part of what an orderly shutdown
     * waits for.
     *
     * @param last whether it comes after those that wait on this processor, instead of next
     * @throws RejectedExecutionException from outside after shutdown, from inside after {@code shutdownNow}
     */
    public void resume(Runnable part, boolean last) {
        StackReserve.ensure();
        ResumedGoroutine goroutine = new ResumedGoroutine(part);
        queuePermits.enterAnyway();
        boolean accepted = last ? spawner.tryResumeLast(goroutine) : spawner.tryResume(goroutine);
        if (!accepted) {
            queuePermits.begins();
            throw rejections.rejected(part, "it is " + lifecycle.phase(), null);
        }
    }

    /**
     * Runs a task when a processor has nothing else to do.
     *
     * @throws RejectedExecutionException if too many wait already, or after shutdown
     */
    public void executeIdle(Runnable task) {
        StackReserve.ensure();
        IdleGoroutine item = new IdleGoroutine(TracedTask.of(task));
        if (!idlePriorityQueue.tryReserve()) {
            throw rejections.rejected(task, idlePriorityQueue.fill(), null);
        }
        if (!idlePriorityQueue.offer(item)) {
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
    }

    private boolean tryStart(Runnable task, GoroutineMode kind) {
        if (kind != GoroutineMode.VIRTUAL) {
            return spawner.tryAccept(new DirectGoroutine(TracedTask.of(task)));
        }
        try {
            virtualGoroutines.start(TracedTask.of(task));
            return true;
        } catch (RejectedExecutionException afterShutdown) {
            return false;
        }
    }

    /** @return whether the task has a permit now; otherwise the policy has dealt with it */
    private boolean enterByPolicy(Runnable task) {
        if (!lifecycle.accepts()) {
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
        return switch (queuePermits.policy()) {
            case ABORT -> throw rejections.rejected(task, queuePermits.fill(), null);
            case CALLER_RUNS -> callerRuns(task);
            case BLOCK -> isDirectGoroutine() ? callerRuns(task) : awaitRoom(task);
            case DISCARD_OLDEST -> discardOldest(task);
        };
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
            throw rejections.rejected(task, "the submitter was interrupted; " + queuePermits.fill(), e);
        }
        throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
    }

    private boolean discardOldest(Runnable task) {
        while (!queuePermits.tryEnter()) {
            if (!lifecycle.accepts()) {
                throw rejections.rejected(
                        task, "it is " + lifecycle.phase(), null); // what waited may be gone, with its room
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
        return Thread.currentThread() == state.currentMachine();
    }
}
