package dev.gmp.benchmarks.peer;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A started {@link Peer}. The executor is handed out bare, so that no wrapper's call is measured with it.
 *
 * @param executor runs the tasks of the benchmarks
 * @param threads makes virtual threads that this peer carries; throws {@link UnsupportedOperationException} if it has none
 * @param timers throw {@link UnsupportedOperationException} if it has none
 * @param actors throw {@link UnsupportedOperationException} if it has none
 * @param stop ends the executor, where it can be ended
 */
public record RunningPeer(Executor executor, ThreadFactory threads, Timers timers, Actors actors, Runnable stop)
        implements AutoCloseable {
    private static final int STOP_SECONDS = 30;

    /** A peer that runs tasks and has no virtual threads; timers only if the executor schedules. */
    public static RunningPeer ofTasks(Executor executor, Runnable stop) {
        return new RunningPeer(executor, noThreads(executor), timersOf(executor), Actors.none(), stop);
    }

    /** A peer that carries virtual threads; timers only if the executor schedules. */
    static RunningPeer ofThreads(Executor executor, ThreadFactory threads, Runnable stop) {
        return new RunningPeer(executor, threads, timersOf(executor), Actors.none(), stop);
    }

    /** A peer that is only timers. What is to compute beside it gets plain threads. */
    static RunningPeer ofTimers(Timers timers, Runnable stop) {
        Executor beside = task -> new Thread(task, "beside-timers").start();
        return new RunningPeer(beside, noThreads(timers), timers, Actors.none(), stop);
    }

    /** A peer that is only actors. */
    static RunningPeer ofActors(Actors actors, Runnable stop) {
        Executor none = task -> {
            throw new UnsupportedOperationException(actors + " run no tasks");
        };
        return new RunningPeer(none, noThreads(actors), Timers.none(), actors, stop);
    }

    private static ThreadFactory noThreads(Object peer) {
        return task -> {
            throw new UnsupportedOperationException(peer + " has no virtual threads");
        };
    }

    /** ForkJoinPool schedules from JDK 25 on. */
    private static Timers timersOf(Executor executor) {
        return executor instanceof ScheduledExecutorService scheduled ? Timers.of(scheduled) : Timers.none();
    }

    @Override
    public void close() {
        stop.run();
    }

    /** Lets accepted tasks finish, and waits for them: a stuck executor is reported rather than left behind. */
    static void shutDown(ExecutorService executor) {
        executor.shutdown();
        try {
            for (int second = 0; !executor.awaitTermination(1, TimeUnit.SECONDS); second++) {
                forceIfNothingIsLeft(executor);
                if (second == STOP_SECONDS) {
                    throw new IllegalStateException(executor + " has not ended within " + STOP_SECONDS + " s");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while " + executor + " was ending", e);
        }
    }

    /**
     * JDK 25's ForkJoinPool that has run delayed tasks, and has none left, was seen to stay "Shutting down" with two idle
     * threads for good. Nothing is lost by forcing that one: every measurement waits for its timers before the pool is stopped.
     */
    private static void forceIfNothingIsLeft(ExecutorService executor) {
        if (executor instanceof ForkJoinPool pool && pool.isQuiescent() && !pool.hasQueuedSubmissions()) {
            pool.shutdownNow();
        }
    }
}
