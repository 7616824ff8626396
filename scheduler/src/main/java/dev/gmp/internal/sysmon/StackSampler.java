package dev.gmp.internal.sysmon;

import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the stacks of threads, beside sysmon. A thread tells its stack when it next runs: one that waits for a CPU among
 * many does so after its turn has come, and sysmon would take no processor meanwhile. The JVM has no look at a stack that
 * gives up.
 *
 * <p>One thread, started for the first look. While it waits for one thread's stack, the next look waits, and others are
 * dropped.
 */
public final class StackSampler {

    private static final SafeLog FAILED = new SafeLog(StackSampler.class, Level.ERROR, "a look at a stack failed");

    private final String name;
    private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    public StackSampler(String scheduler) {
        name = "gmp-" + scheduler + "-witness";
    }

    /** Runs it soon, or never. Does not wait for it. By sysmon. */
    public void look(Runnable look) {
        if (!stopped && next.compareAndSet(null, look)) {
            ensureStarted();
            LockSupport.unpark(thread);
        }
    }

    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** May fail for want of threads or memory; then the next look tries again. */
    private void ensureStarted() {
        if (thread == null) {
            try {
                Thread started = ServiceThreads.newThread(name, this::run);
                started.start();
                thread = started;
            } catch (OutOfMemoryError e) {
                next.set(null);
            }
        }
    }

    private void run() {
        while (!stopped) {
            Runnable look = next.getAndSet(null);
            if (look == null) {
                LockSupport.park(this);
                Thread.interrupted(); // it would end every later park at once
            } else {
                try {
                    look.run();
                } catch (Throwable failure) {
                    FAILED.log(failure);
                }
            }
        }
    }
}
