package dev.gmp.observe.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a scheduler did while it was recorded. Times are nanoseconds since the beginning, all on one clock.
 *
 * @param scheduler its name
 * @param began when the recording began
 * @param length how long it took
 * @param procs processors at its end
 * @param dropped events that found no room; a machine is shown until it told the first of its own
 * @param slices what had which lane when; slices of one lane never overlap
 * @param arrows from where a goroutine was readied to where it then ran
 * @param marks what happened at one moment
 * @since 0.1
 */
public record Timeline(
        String scheduler,
        Instant began,
        Duration length,
        int procs,
        long dropped,
        List<Slice> slices,
        List<Arrow> arrows,
        List<Mark> marks) {

    public Timeline {
        slices = List.copyOf(slices);
        arrows = List.copyOf(arrows);
        marks = List.copyOf(marks);
    }

    /**
     * Where something happens.
     *
     * @param id the processor's or machine's; 0 for threads that are no machines, which share one
     * @since 0.1
     */
    public record Lane(Lane.Kind kind, long id) implements Comparable<Lane> {

        /**
         * What has lanes.
         *
         * @since 0.1
         */
        public enum Kind {
            /** A processor. */
            PROCESSOR,
            /** A machine. */
            MACHINE,
            /** All threads that are no machines, together. */
            OTHER_THREADS
        }

        @Override
        public int compareTo(Lane other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Long.compare(id, other.id);
        }
    }

    /**
     * A goroutine that runs, a machine that is parked, or a thread that readies a goroutine in between, in no time.
     *
     * @param goroutine its number, from 1 in the order of their appearance; 0 when it is none
     * @param name the class of its task, {@code parked}, or {@code readies}
     * @param end how it ended: {@code ended}, {@code parked}, {@code yielded}, {@code lost processor}, {@code released
     *     processor}, {@code recording ended}, {@code no more room} for more events; or empty
     * @since 0.1
     */
    public record Slice(Lane lane, long startNanos, long endNanos, long goroutine, String name, String end) {}

    /**
     * A goroutine was readied within a slice of one lane, and began to run with a slice of the other.
     *
     * @since 0.1
     */
    public record Arrow(long goroutine, Lane from, long fromNanos, Lane to, long toNanos) {}

    /**
     * Something without a length.
     *
     * @param detail in words
     * @param stack of a preemption or a hand-off by the monitor: what the goroutine was doing that lost its processor.
     *     Innermost frame first, at most {@value #MOST_FRAMES}. Empty where it is not known: a thread beside the monitor
     *     samples a hundred of each kind in a second at the most. It leaves out a machine that is at something else by then.
     * @since 0.1
     */
    public record Mark(Lane lane, long nanos, Mark.Kind kind, String detail, List<StackTraceElement> stack) {

        /** Frames that are kept of a stack. */
        public static final int MOST_FRAMES = 20;

        public Mark {
            stack = List.copyOf(stack);
        }

        /**
         * What can happen.
         *
         * @since 0.1
         */
        public enum Kind {
            /** A machine took goroutines from another processor. */
            STEAL,
            /** A machine got a processor. */
            ACQUIRE,
            /** A machine gave its processor up. */
            RELEASE,
            /** A goroutine lost its processor because it computed for longer than its slice. */
            PREEMPTION,
            /** A machine that blocks lost its processor, or gave it away. */
            HANDOFF,
            /** A goroutine gave way when asked. */
            GIVE_WAY,
            /** The number of processors changed. */
            RESIZE,
            /** Goroutines waited, and none was taken up. */
            STALL
        }
    }
}
