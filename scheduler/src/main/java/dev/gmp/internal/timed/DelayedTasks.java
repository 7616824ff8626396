package dev.gmp.internal.timed;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.util.TakenTasks;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delayed and periodic tasks, with the rules of {@link java.util.concurrent.ScheduledThreadPoolExecutor}. After
 * shutdown, delayed tasks still run at their time, and periodic ones are cancelled. After {@code shutdownNow} all are
 * returned, and cancelled so that no thread waits for them in vain.
 *
 * <p>Until it is due, a task is not a goroutine and takes no room of {@code queueCapacity}. When it is due, no
 * submitter is left that could get a rejection. So it enters also a full queue, and is never discarded: a periodic task
 * would not run again.
 */
public record DelayedTasks(
        Processors processors,
        TimerSetting timerSetting,
        GoroutineMode kind,
        Lifecycle lifecycle,
        Rejections rejections,
        Spawner spawner) {

    /**
     * @param delay nanoseconds; none if negative
     * @param period nanoseconds: positive for a fixed rate, negative for a fixed delay, zero for once
     * @throws RejectedExecutionException after shutdown
     */
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> callable, long delay, long period) {
        StackReserve.ensure();
        long when = TimerHeap.after(timerSetting.now(), delay);
        ScheduledTask<V> task = new ScheduledTask<>(this, callable, when, period, MachineThreads.inheritedLabels());
        if (!trySet(task)) {
            throw rejections.rejected(task, "it is " + lifecycle.phase(), null);
        }
        if (task.isPeriodic() && !lifecycle.accepts()) {
            task.cancel(false); // shut down meanwhile; what cancelled the others may have missed this one
        }
        return task;
    }

    /** A periodic task has run and is to run again. */
    void setAgain(ScheduledTask<?> task) {
        if (!trySet(task) || !lifecycle.accepts()) {
            task.cancel(false);
        } else if (task.isCancelled()) {
            task.leaveHeap();
        }
    }

    /** A task is due: it becomes a goroutine. By the thread that fires timers. */
    void start(ScheduledTask<?> task) {
        Labels labels = task.labels();
        spawner.startAccepted(labels == null ? task : new Labelled(task, labels), kind);
    }

    /** Whether periodic tasks run no more. */
    boolean isShutdown() {
        return !lifecycle.accepts();
    }

    long now() {
        return timerSetting.now();
    }

    /** A timer has left its heap without becoming a goroutine. */
    void timerLeft() {
        lifecycle.tryTerminate();
    }

    /** After shutdown: what would never end by itself. */
    public void cancelPeriodic() {
        forEach(task -> {
            if (task.isPeriodic()) {
                task.cancel(false);
            }
        });
    }

    /** Takes back all that are not due, and cancels them. */
    public void recallAll(TakenTasks recalled) {
        forEach(task -> {
            recalled.makeRoom(1);
            if (task.tryRecall()) {
                recalled.add(task);
            }
        });
    }

    /** For one that was due and had not begun. */
    public static void cancelIfDelayed(Runnable unrun) {
        if (unrun instanceof ScheduledTask<?> task) {
            task.cancel(false);
        }
    }

    private void forEach(Consumer<ScheduledTask<?>> action) {
        for (int id = 0; id < processors.made(); id++) {
            for (Timer timer : processors.get(id).timers().all()) {
                if (timer instanceof ScheduledTask<?> task) {
                    action.accept(task);
                }
            }
        }
    }

    private boolean trySet(ScheduledTask<?> task) {
        TimerHeap heap = timerSetting.heap();
        if (!lifecycle.accepts()) { // a processor that was made after the shutdown has an open heap
            return false;
        }
        task.pendingIn(heap);
        boolean isSet = false;
        try {
            isSet = heap.add(task, task.when());
        } finally { // also without memory: it may have been cancelled by now
            if (!isSet) {
                task.notPendingAfterAll(heap);
            }
        }
        if (isSet) {
            timerSetting.afterAdd(heap, task.when());
        }
        return isSet;
    }
}
