package dev.gmp.internal.bulkhead;

import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.spawn.Discardable;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.TakenTasks;
import dev.gmp.observe.TaskWrapper;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a bulkhead, from submission to the return of its slot.
 *
 * <pre>
 *   NEW --begins--> RUNNING --returns or throws--> ENDED
 *    |                 \--interrupted--> INTERRUPTING --> INTERRUPTED --> ENDED
 *    \--taken back--> RECALLED, also while its goroutine is queued already: that one then does nothing
 * </pre>
 *
 * <p>TASK-1: a task that holds a slot gives it back once. Either it has begun, and does so when it ends; or the one whose
 * change to RECALLED succeeds does.
 */
public final class BulkheadTask extends Waiter<BulkheadTask> implements Discardable, TaskWrapper {

    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int ENDED = 2;
    private static final int INTERRUPTING = 3;
    private static final int INTERRUPTED = 4;
    private static final int RECALLED = 5;

    private static final VarHandle STATUS = FieldHandles.find(MethodHandles.lookup(), "status", int.class);

    private final BulkheadAdmission bulkhead;
    private final Runnable task;
    private final long submittedNanos;

    /** Written before RUNNING is, which publishes it. */
    private @Nullable Thread runner;

    private volatile int status = NEW;

    BulkheadTask(BulkheadAdmission bulkhead, Runnable task) {
        this.bulkhead = bulkhead;
        this.task = task;
        this.submittedNanos = System.nanoTime();
    }

    Runnable task() {
        return TracedTask.submitted(wrappedTask());
    }

    @Override
    public Runnable wrappedTask() {
        return Labelled.bare(task) instanceof Runnable bare ? bare : task;
    }

    /** What a goroutine is given: this, with the labels of the submitter if there are any. */
    Runnable labelled() {
        Labels labels = Labelled.labelsOf(task);
        return labels == null ? this : new Labelled(this, labels);
    }

    long waitedNanos() {
        return System.nanoTime() - submittedNanos;
    }

    /** On its goroutine. What the task throws is thrown on, after its slot has been given back. */
    @Override
    public void run() {
        runner = Thread.currentThread();
        if (!STATUS.compareAndSet(this, NEW, RUNNING)) {
            return;
        }
        try {
            task.run();
        } finally {
            if (!STATUS.compareAndSet(this, RUNNING, ENDED)) {
                awaitInterrupt();
            }
            bulkhead.ended(this);
        }
    }

    /** Takes it back if it has not begun: it never will then, and the caller gives its slot back, if it has one. */
    boolean tryRecall() {
        return STATUS.compareAndSet(this, NEW, RECALLED);
    }

    /**
     * Moves what was submitted to what has not run; a task of a bulkhead unless that has taken it back before. If it throws, each
     * task stands in one of both at most.
     */
    public static void takeBack(List<Runnable> recalled, TakenTasks unrun) {
        unrun.makeRoom(recalled.size());
        while (!recalled.isEmpty()) {
            Runnable task = recalled.remove(recalled.size() - 1);
            if (!(task instanceof BulkheadTask admitted)) {
                unrun.add(task);
            } else if (admitted.bulkhead.recalled(admitted)) {
                unrun.add(admitted.task());
            }
        }
    }

    @Override
    public void discard() {
        bulkhead.discarded(this);
    }

    void interrupt() {
        if (STATUS.compareAndSet(this, RUNNING, INTERRUPTING)) {
            Thread thread = runner;
            if (thread != null) {
                thread.interrupt();
            }
            status = INTERRUPTED;
        }
    }

    void leave() {
        bulkhead.withdraw(this);
    }

    @Override
    public String toString() {
        return wrappedTask().toString();
    }

    /** The interrupt that is on its way must not meet what the thread does next. */
    private void awaitInterrupt() {
        while (status == INTERRUPTING) {
            Thread.yield();
        }
    }
}
