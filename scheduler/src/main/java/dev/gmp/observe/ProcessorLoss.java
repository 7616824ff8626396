package dev.gmp.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of a goroutine that lost its processor to others, or that keeps processors busy by yielding again and
 * again.
 *
 * @param time the time of the event
 * @param kind the reason
 * @param processor the id of the processor
 * @param machine the id of the worker thread (machine) that had it
 * @param threadName that thread's name
 * @param task the class of the goroutine's task, as in {@link MachineSnapshot#running}
 * @param labels the goroutine's labels at that moment, by key
 * @param ran how long the monitor had seen the goroutine on that machine. For {@link Kind#YIELDS}, how long such yields
 *     lasted on that processor
 * @param stack the goroutine's stack at that moment, innermost frame first, at most {@value #MOST_FRAMES} frames. Empty
 *     for most events: at most four stacks of each kind are sampled in a second, 100 while a trace is recorded
 * @since 0.1
 */
public record ProcessorLoss(
        Instant time,
        Kind kind,
        int processor,
        long machine,
        String threadName,
        @Nullable String task,
        Map<String, String> labels,
        Duration ran,
        List<StackTraceElement> stack) {

    /** The largest number of frames of a stack. */
    public static final int MOST_FRAMES = 64;

    public ProcessorLoss {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        stack = List.copyOf(stack);
    }

    /**
     * The reason of the event.
     *
     * @since 0.1
     */
    public enum Kind {
        /** The goroutine computed beyond its time slice and did not give way. */
        PREEMPTION,
        /** The goroutine blocked. */
        HANDOFF,
        /**
         * The goroutine yielded again and again (storm). For at least a time slice, such yields came on that processor
         * at least once in 20 microseconds. The scheduler saw no other activity in between.
         */
        YIELDS
    }
}
