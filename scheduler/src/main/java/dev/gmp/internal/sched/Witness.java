package dev.gmp.internal.sched;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the stacks of threads, beside sysmon. A thread tells its stack when it next runs: one that waits for a CPU among
 * many does so after its turn has come, and sysmon would take no processor meanwhile. The JVM has no look at a stack that
 * gives up.
 *
 * <p>One thread, which exists while there is something to look at. What comes while it waits is dropped, but for a few.
 */
final class Witness {

    private static final int MOST_WAITING = 2;
    private static final long KEEP_ALIVE_SECONDS = 10;

    private final ThreadPoolExecutor executor;

    Witness(String scheduler) {
        executor = new ThreadPoolExecutor(
                1,
                1,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                look -> thread(look, "gmp-" + scheduler + "-witness"),
                new ThreadPoolExecutor.DiscardPolicy());
        executor.allowCoreThreadTimeOut(true);
    }

    /** Runs it soon, or never. Does not wait. Any thread. */
    void look(Runnable look) {
        executor.execute(look);
    }

    void stop() {
        executor.shutdownNow();
    }

    private static Thread thread(Runnable look, String name) {
        Thread thread = new Thread(null, look, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Witness.class.getClassLoader());
        return thread;
    }
}
