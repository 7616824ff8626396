package dev.gmp.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine that lost its processor to others, or that takes up processors by giving them away again and again.
 *
 * @param time when
 * @param kind why
 * @param processor the id of the processor
 * @param machine the id of the machine that had it
 * @param threadName the machine's
 * @param task what the goroutine runs, as in {@link MachineSnapshot#running}
 * @param ran how long the monitor had seen the goroutine on that machine; for {@link Kind#YIELDS}, such yields on that processor
 * @param stack what it was doing at that moment, innermost first, at most {@value #MOST_FRAMES} frames. Empty for most: a
 *     thread beside the monitor samples at most four of each kind in a second, a hundred while a trace is recorded
 * @since 0.1
 */
public record ProcessorLoss(
        Instant time,
        Kind kind,
        int processor,
        long machine,
        String threadName,
        @Nullable String task,
        Duration ran,
        List<StackTraceElement> stack) {

    /** Frames that are kept of a stack. */
    public static final int MOST_FRAMES = 64;

    public ProcessorLoss {
        stack = List.copyOf(stack);
    }

    /**
     * Why a goroutine is among them.
     *
     * @since 0.1
     */
    public enum Kind {
        /** It computed for longer than its slice and did not give way. */
        PREEMPTION,
        /** It blocked. */
        HANDOFF,
        /**
         * It yielded again and again: for a time slice or longer, it and others of its like did so on that processor at least once
         * in 20 microseconds, and did nothing else in between that the scheduler knows of.
         */
        YIELDS
    }
}
