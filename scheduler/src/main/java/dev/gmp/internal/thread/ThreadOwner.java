package dev.gmp.internal.thread;

import dev.gmp.internal.util.KernelThread;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a platform thread: a machine. A direct goroutine has that thread for its own while it runs. What one
 * changes of it the next one does not inherit. Thread-locals are left alone: libraries keep there, on purpose, what a
 * thread is to use again. A task may clear them.
 */
public abstract class ThreadOwner implements Runnable {

    static {
        new PlainThread(() -> {}, "gmp"); // loads what the first one takes: later there may be little stack
    }

    private final Thread thread;
    private final String name;
    private boolean runsVirtualOnly;
    private volatile @Nullable KernelThread kernelThread;

    /** @param asForkJoinWorker whether to make one that carries virtual threads only; see {@link #isForkJoinAvailable} */
    @SuppressWarnings("this-escape") // the thread asks for nothing before it is started
    protected ThreadOwner(String name, boolean asForkJoinWorker) {
        this.name = name;
        runsVirtualOnly = asForkJoinWorker;
        thread = asForkJoinWorker ? ForkJoinThread.create(this, name) : new PlainThread(this, name);
    }

    /** Whether this JVM can make threads for {@code asForkJoinWorker}. */
    public static boolean isForkJoinAvailable() {
        return ForkJoinThread.isAvailable();
    }

    /** The body of its thread. */
    protected abstract void live();

    /** By its thread, once. */
    @Override
    public final void run() {
        askKernel();
        live();
    }

    private void askKernel() {
        try {
            kernelThread = KernelThread.current();
        } catch (LinkageError | OutOfMemoryError e) {
            kernelThread = null; // no memory to ask the kernel, or to load what asks it
        }
    }

    public final Thread thread() {
        return thread;
    }

    /** Whether its thread is the caller's, and carries no virtual thread now. */
    public final boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** The name of its thread, whatever a task has set. */
    public final String name() {
        return name;
    }

    /** Whether what runs on its thread itself must be left to another one. By its thread. */
    public final boolean runsVirtualOnly() {
        return runsVirtualOnly;
    }

    /** There is no other thread to be had: from now on it runs all. By its thread. */
    public final void runAll() {
        runsVirtualOnly = false;
    }

    /**
     * Tasks that code of others has forked on a ForkJoin worker's own thread go to the common pool, where they would have gone from
     * a plain one. By its thread.
     */
    public final void passOnForked() {
        if (thread instanceof ForkJoinThread) {
            ForkJoinThread.passOnForked();
        }
    }

    /** The kernel's id of its thread; null before it runs, and where it is unknown. */
    public final @Nullable KernelThread kernelThread() {
        return kernelThread;
    }

    /**
     * Undoes what a task has changed: the context class loader, the name, the priority, the handler of uncaught
     * exceptions. By its thread, between two goroutines. It reads each value first, because a setter costs more, and
     * may call the kernel.
     */
    @SuppressWarnings("ReferenceEquality") // the same name, and not an equal one: cheaper, and as right
    public final void restore(ClassLoader contextClassLoader) {
        if (thread.getContextClassLoader() != contextClassLoader) {
            thread.setContextClassLoader(contextClassLoader);
        }
        if (thread.getName() != name) {
            thread.setName(name);
        }
        if (thread.getPriority() != Thread.NORM_PRIORITY) {
            thread.setPriority(Thread.NORM_PRIORITY);
        }
        if (thread.getUncaughtExceptionHandler() != thread.getThreadGroup()) {
            thread.setUncaughtExceptionHandler(null);
        }
    }
}
