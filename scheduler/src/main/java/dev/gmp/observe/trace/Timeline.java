package dev.gmp.observe.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The record of a scheduler's activity. Times are nanoseconds since the beginning of the recording, all on one clock.
 *
 * @param scheduler the scheduler's name
 * @param began the beginning of the recording
 * @param length the length of the recording
 * @param procs the number of processors at its end
 * @param dropped the number of events that found no room; a machine's lane ends before its first dropped event
 * @param slices periods on a lane; slices of one lane never overlap
 * @param arrows from the readying of a goroutine to its run
 * @param marks events without a length
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
     * A row of the timeline.
     *
     * @param kind the kind of row
     * @param id the id of the processor or machine; 0 for other threads, which share one lane
     * @since 0.1
     */
    public record Lane(Lane.Kind kind, long id) implements Comparable<Lane> {

        /**
         * The kind of a lane.
         *
         * @since 0.1
         */
        public enum Kind {
            /** A processor. */
            PROCESSOR,
            /** A machine. */
            MACHINE,
            /** All threads that are not machines, together. */
            OTHER_THREADS
        }

        @Override
        public int compareTo(Lane other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Long.compare(id, other.id);
        }
    }

    /**
     * A period: a goroutine that runs, a machine that is parked, or a thread that readies a goroutine, with a length of
     * zero.
     *
     * @param goroutine the goroutine's number, from 1 in the order of appearance; 0 if there is none
     * @param name the class of its task, with the labels that it set last as {@code Owner {key=value}}, also if it has removed
     *     them since; {@code parked}, or {@code readies}
     * @param end how it ended: {@code ended}, {@code parked}, {@code yielded}, {@code lost processor}, {@code released
     *     processor}, {@code recording ended}, {@code no more room} for more events; or empty. Where the goroutine waits for
     *     a channel: {@code parked: channel send}, {@code parked: channel receive} or {@code parked: channel select}
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
     * An event without a length.
     *
     * @param detail a description
     * @param stack for a preemption or hand-off by the monitor, the stack of the goroutine that lost its processor. The
     *     innermost frame comes first, and there are at most {@value #MOST_FRAMES}. Empty where it was not sampled: at
     *     most 100 of each kind in a second are, and only if the machine still runs the goroutine
     * @since 0.1
     */
    public record Mark(Lane lane, long nanos, Mark.Kind kind, String detail, List<StackTraceElement> stack) {

        /** The largest number of frames of a stack. */
        public static final int MOST_FRAMES = 20;

        public Mark {
            stack = List.copyOf(stack);
        }

        /**
         * The kind of an event.
         *
         * @since 0.1
         */
        public enum Kind {
            /** A machine took goroutines from another processor. */
            STEAL,
            /** A machine got a processor. */
            ACQUIRE,
            /** A machine released its processor. */
            RELEASE,
            /** A goroutine lost its processor because it computed beyond its time slice. */
            PREEMPTION,
            /** A machine that blocks lost its processor, or released it. */
            HANDOFF,
            /** A goroutine gave way when asked. */
            GIVE_WAY,
            /** The number of processors changed. */
            RESIZE,
            /** Goroutines waited, and none began to run. */
            STALL
        }
    }
}
