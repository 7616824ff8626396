package dev.gmp.benchmarks.peer;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A started {@link Peer}. The executor is handed out bare, so that no wrapper's call is measured with it.
 *
 * @param executor runs the tasks of the benchmarks
 * @param threads makes virtual threads that this peer carries; throws {@link UnsupportedOperationException} if it has none
 * @param stop ends the executor, where it can be ended
 */
public record RunningPeer(Executor executor, ThreadFactory threads, Runnable stop) implements AutoCloseable {
    private static final long STOP_SECONDS = 30;

    /** A peer that runs tasks and has no virtual threads. */
    public static RunningPeer ofTasks(Executor executor, Runnable stop) {
        return new RunningPeer(
                executor,
                task -> {
                    throw new UnsupportedOperationException(executor + " has no virtual threads");
                },
                stop);
    }

    @Override
    public void close() {
        stop.run();
    }

    /** Lets accepted tasks finish, and waits for them: a stuck executor is reported rather than left behind. */
    static void shutDown(ExecutorService executor) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(executor + " has not ended within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while " + executor + " was ending", e);
        }
    }
}
