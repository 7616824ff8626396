package dev.gmp.spring;

import dev.gmp.GmpScheduler;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks of a scheduler that stop or close its context: the one that calls it, or those that have called {@code System.exit},
 * whose shutdown hook does. They wait for what waits for the other tasks, so nothing may wait for them.
 */
public final class ClosingTasks {

    private ClosingTasks() {}

    /** Their threads. To be called by who stops or closes. */
    public static Set<Thread> of(GmpScheduler scheduler) {
        List<Thread> tasks = scheduler.taskThreads();
        Thread caller = Thread.currentThread();
        if (tasks.contains(caller)) {
            return Set.of(caller);
        }
        return !tasks.isEmpty() && isJvmEnding()
                ? tasks.stream().filter(ClosingTasks::hasCalledExit).collect(Collectors.toSet())
                : Set.of();
    }

    private static boolean isJvmEnding() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException shutdownInProgress) {
            return true;
        }
    }

    private static boolean hasCalledExit(Thread task) {
        return Stream.of(task.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"));
    }
}
