package dev.gmp.internal.gmp;

import dev.gmp.internal.util.KernelThread;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a machine, which a direct goroutine has for its own. What one changes of it the next one does not inherit.
 * Thread-locals are left alone: libraries keep there, on purpose, what a thread is to use again. A task may clear them.
 */
abstract sealed class MachineThread extends Thread permits Machine {

    private final String ownName;
    private volatile @Nullable KernelThread kernelThread;

    MachineThread(String name) {
        super(null, null, name, 0, false);
        ownName = name;
    }

    /** By this thread, before all else. */
    final void askKernel() {
        try {
            kernelThread = KernelThread.current();
        } catch (LinkageError | OutOfMemoryError e) {
            kernelThread = null; // no memory to ask the kernel, or to load what asks it
        }
    }

    /** What the kernel calls it; null before it runs, and where that is unknown. */
    public final @Nullable KernelThread kernelThread() {
        return kernelThread;
    }

    /**
     * Undoes what a task has changed: the context class loader, the name, the priority, the handler of uncaught exceptions. By
     * this thread, between two goroutines. It looks first: a setter costs more, and some call the kernel.
     */
    @SuppressWarnings("ReferenceEquality") // the same name, and not an equal one: cheaper, and as right
    public final void restore(ClassLoader contextClassLoader) {
        if (getContextClassLoader() != contextClassLoader) {
            setContextClassLoader(contextClassLoader);
        }
        if (getName() != ownName) {
            setName(ownName);
        }
        if (getPriority() != NORM_PRIORITY) {
            setPriority(NORM_PRIORITY);
        }
        if (getUncaughtExceptionHandler() != getThreadGroup()) {
            setUncaughtExceptionHandler(null);
        }
    }
}
