package dev.gmp.internal.gmp;

import dev.gmp.internal.jdk.CarrierThreads;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.thread.OwnedThread;
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

    /** The machine whose thread this is; null for another thread. */
    public static @Nullable Machine of(Thread thread) {
        return thread instanceof OwnedThread owned ? (Machine) owned.owner() : null;
    }
}
