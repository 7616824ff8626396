package dev.gmp.internal.gmp;

import dev.gmp.internal.label.Labelled;
import dev.gmp.observe.DescribedTask;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs on its machine's own stack, from beginning to end. It lets go of the task when it ends, because a run
 * queue's slot may keep the goroutine itself until the slot is used again.
 */
public class DirectGoroutine extends Goroutine {

    private @Nullable Runnable task;

    public DirectGoroutine(Runnable task) {
        this.task = task;
    }

    /** Runs the task to its end. What it throws is the caller's to report, before {@link #end}. */
    public void run() {
        Runnable toRun = task;
        if (toRun == null) {
            throw new IllegalStateException("a goroutine ran twice");
        }
        toRun.run();
    }

    public void end() {
        task = null;
    }

    /** True while it is queued, for a direct goroutine is queued only once. */
    @Override
    public boolean isFresh() {
        return true;
    }

    /** The task; null when it has ended. */
    public @Nullable Runnable task() {
        return (Runnable) Labelled.bare(task);
    }

    /** Takes out what it would run: it never will. By the thread that has taken it from its queue. */
    public @Nullable Runnable takeTask() {
        Runnable taken = task();
        task = null;
        return taken;
    }

    @Override
    public boolean isFirstRun() {
        return true;
    }

    @Override
    public @Nullable Class<?> taskClass() {
        Runnable known = task();
        return known == null ? null : DescribedTask.classOf(known);
    }

    @Override
    public @Nullable Object taskKind() {
        String named = DescribedTask.kindOf(task());
        return named == null ? taskClass() : named;
    }

    @Override
    @Nullable
    Object held() {
        return task;
    }

    @Override
    void hold(@Nullable Object value) {
        task = (Runnable) value;
    }
}
