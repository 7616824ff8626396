package dev.gmp.internal.trace;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened.
 *
 * @param machine the number of the machine that noted it, or -1 for another thread
 * @param nanos when, as {@link System#nanoTime}
 * @param a what the kind says
 * @param b what the kind says
 * @param goroutine the goroutine itself, known by its identity; or null
 * @param name what it runs: a class, or a thread's name; or what the kind says; or null
 */
record TraceEvent(
        Kind kind,
        long machine,
        long nanos,
        long a,
        long b,
        @Nullable Object goroutine,
        @Nullable Object name) {

    /** What happened, and what {@code a} and {@code b} mean then. */
    enum Kind {
        READIES,
        BEGINS,
        /** a: the ordinal of how. */
        STOPS,
        /** a: the victim, b: how many. */
        STEALS,
        PARKS,
        UNPARKS,
        /** a: the processor. */
        ACQUIRES,
        /** a: the processor. */
        RELEASES,
        /** a: the processor, b: the machine that loses it because it computes. */
        PREEMPTED,
        /** a: the processor, b: the machine that loses it because it blocks. */
        HANDED_OFF,
        /** b: the machine that has lost a processor; the name is the stack of what it runs. */
        SEEN,
        GIVES_WAY,
        /** a: the processor. */
        HANDS_OFF,
        /** a: before, b: after. */
        RESIZED,
        /** a: nanoseconds. */
        STALLED,
        /** At the beginning, noted by the recorder. a: the processor, b: the machine that holds it. */
        HELD,
        /** At the beginning. b: the machine, with what it runs. */
        RAN_BEFORE,
        /** Noted by the recorder at the end: here the machine, or another thread, told the first thing that found no room. */
        DROPS
    }
}
