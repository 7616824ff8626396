package dev.gmp.observe.leak;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for each other without a limit of time. Each waits for what the next one holds, and the last for what the
 * first one holds. A cycle of one thread is possible: a task that waits for its own result.
 *
 * @param threads the cycle, from the lowest thread number on
 * @since 0.2.0
 */
public record Deadlock(List<Waiter> threads) {

    public Deadlock {
        threads = List.copyOf(threads);
    }

    /**
     * The deadlock as text, a few lines for each thread.
     *
     * @param stacks whether to show stacks and labels
     */
    public String toText(boolean stacks) {
        return LeakText.of(this, stacks);
    }

    /**
     * One thread of the cycle.
     *
     * @param threadId its number, as {@link Thread#getId}
     * @param threadName its name
     * @param task the class of its task, as in {@link dev.gmp.observe.MachineSnapshot#running}. Null if the thread runs none
     *     of the scheduler's, or its class is not known
     * @param labels of its goroutine
     * @param waitsFor a lock, a monitor, the result of a task or the end of a thread, in words
     * @param heldBy the number of the thread that holds it, which is the next in the cycle
     * @param stack the innermost frame first
     * @since 0.2.0
     */
    public record Waiter(
            long threadId,
            String threadName,
            @Nullable String task,
            Map<String, String> labels,
            String waitsFor,
            long heldBy,
            List<StackTraceElement> stack) {

        public Waiter {
            labels = Map.copyOf(labels);
            stack = List.copyOf(stack);
        }
    }
}
