package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tasks of a scheduler that stop or close its context: the one that calls it, and those that have called {@code System.exit},
 * whose shutdown hook does. They wait for what waits for the other tasks, so nothing may wait for them.
 */
public final class ClosingTasks {

    private ClosingTasks() {}

    /**
     * Their threads. Looks at the stacks of all tasks.
     *
     * @param closer the thread that stops or closes, whether it runs a task or not
     */
    public static Set<Thread> of(GmpScheduler scheduler, Thread closer) {
        return scheduler.taskThreads().stream()
                .filter(task -> task == closer || hasCalledExit(task))
                .collect(Collectors.toSet());
    }

    private static boolean hasCalledExit(Thread task) {
        return Stream.of(task.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("java.lang.Shutdown"));
    }
}
