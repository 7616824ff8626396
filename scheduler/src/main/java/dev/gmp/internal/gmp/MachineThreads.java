package dev.gmp.internal.gmp;

import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.jdk.TracingAgent;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.thread.OwnedThread;
import dev.gmp.observe.GoroutineExit;
import org.jspecify.annotations.Nullable;

/** Tells which machine a thread belongs to. Only machines own threads. */
public final class MachineThreads {

    private MachineThreads() {}

    /** The machine that runs the caller, below any virtual thread; null on other threads. */
    public static @Nullable Machine current() {
        return of(CarrierThreads.current());
    }

    /** The labels of the calling goroutine, for one that it starts; null for none. */
    public static @Nullable Labels inheritedLabels() {
        Machine machine = Labels.areUsed() ? current() : null;
        Goroutine caller = machine == null ? null : machine.currentAcquire();
        return caller == null ? null : caller.labels();
    }

    /**
     * Counts a failure for the kind of the calling goroutine's task. Nothing happens on other threads, and for {@link
     * GoroutineExit}.
     */
    public static void failed(@Nullable Throwable thrown) {
        Machine machine = thrown instanceof GoroutineExit ? null : current();
        if (machine != null) {
            machine.verbs().failed(machine, thrown);
        }
    }

    /** What a goroutine runs for a task that the caller submits: the task, with the trace and the labels of the caller. */
    public static Runnable inheriting(Runnable task) {
        Runnable traced = TracingAgent.isPresent() ? TracedTask.of(task) : task;
        Labels labels = inheritedLabels();
        return labels == null ? traced : new Labelled(traced, labels);
    }

    /** The machine whose thread this is; null for another thread. */
    public static @Nullable Machine of(Thread thread) {
        return thread instanceof OwnedThread owned ? (Machine) owned.owner() : null;
    }
}
