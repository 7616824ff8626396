package dev.gmp.internal.sysmon;

import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Samples the stacks of threads, beside sysmon. A thread tells its stack when it next runs. One that waits for a CPU among
 * many does so after its turn has come, and sysmon would take no processor meanwhile. The JVM has no way to sample a stack that
 * gives up.
 *
 * <p>One thread, started for the first sample. While it waits for one thread's stack, the next sample waits, and others are
 * dropped.
 */
public final class StackSampler {

    private static final SafeLog FAILED = new SafeLog(StackSampler.class, Level.ERROR, "sampling a stack failed");

    private final String name;
    private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    public StackSampler(String scheduler) {
        name = "gmp-" + scheduler + "-witness";
    }

    /** Runs it soon, or never. Does not wait for it. By sysmon. */
    public void sample(Runnable sample) {
        if (!stopped && next.compareAndSet(null, sample)) {
            ensureStarted();
            LockSupport.unpark(thread);
        }
    }

    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** May fail for want of threads or memory; then the next sample tries again. */
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
            Runnable sample = next.getAndSet(null);
            if (sample == null) {
                LockSupport.park(this);
                Thread.interrupted(); // it would end every later park at once
            } else {
                try {
                    sample.run();
                } catch (Throwable failure) {
                    FAILED.log(failure);
                }
            }
        }
    }
}
