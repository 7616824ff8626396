package dev.gmp.observe.profile;

import dev.gmp.observe.GoroutineCounts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Goroutines with the same stack. Each map has the largest number first, and at most 20 entries; what is beyond that counts
 * as {@code other}.
 *
 * @param stack the innermost frame first, at most {@value #MOST_FRAMES} frames. Empty for tasks that have not begun
 * @param count the number of goroutines, of those that were examined
 * @param states how many of them are in each state
 * @param oldestWait how long the one that waits longest has waited, to about 30 milliseconds. One that blocks a thread has
 *     waited at least since the monitor or a profile saw that first. Null if none waits or it is not known
 * @param tasks the classes of their tasks, as in {@link dev.gmp.observe.MachineSnapshot#running}, and how many of each
 * @param labels their labels as {@code key=value}, and how many have each. {@code traceId} and {@code spanId} are there if the
 *     group is one goroutine
 * @param waits what they wait for, in words, and how many for each. Names the lock and the thread that holds it where the
 *     JVM tells, and says where it does not. Ends with {@code until} and a time where the wait ends by itself, or with the
 *     first and the last such time
 * @param peers the addresses at the other ends of the {@link dev.gmp.net} connections that they wait for, and how many for each
 * @since 0.2.0
 */
public record GoroutineGroup(
        List<StackTraceElement> stack,
        long count,
        GoroutineCounts states,
        @Nullable Duration oldestWait,
        Map<String, Long> tasks,
        Map<String, Long> labels,
        Map<String, Long> waits,
        Map<String, Long> peers) {

    /** The largest number of frames of a stack. */
    public static final int MOST_FRAMES = 64;

    public GoroutineGroup {
        stack = List.copyOf(stack);
        tasks = inOrder(tasks);
        labels = inOrder(labels);
        waits = inOrder(waits);
        peers = inOrder(peers);
    }

    private static Map<String, Long> inOrder(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }
}
