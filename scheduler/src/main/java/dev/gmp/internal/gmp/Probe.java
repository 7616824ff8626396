package dev.gmp.internal.gmp;

import dev.gmp.observe.ProcessorLoss;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears of what goroutines and machines do while a recording runs. {@link #hear} runs on the thread that does it, sometimes in
 * the middle of a goroutine: it must not block, park, or start anything. What it throws does not come through (PROBE-2, in
 * {@link GuardedProbe}). What tells of an event calls the method with the event's name.
 */
public interface Probe {

    /** How a goroutine left its machine. */
    enum Stop {
        ENDED,
        PARKED,
        /** The goroutine gave way, or was readied while it left the machine: it is in a queue again. */
        YIELDED
    }

    /** An event of a machine or a goroutine, and the meaning of its two numbers and its detail. */
    enum Event {
        /** The goroutine is about to be put into a run queue. The machine is the one that the caller runs on, or null. */
        READIES,
        /** The goroutine begins to run, for the first time or again. The detail is its {@link Goroutine#calledBy}. */
        BEGINS,
        /**
         * The goroutine has left the machine. a: the ordinal of the {@link Stop}. The same detail: the goroutine may
         * have forgotten it.
         */
        STOPS,
        /** a: the id of the processor that goroutines come from, b: how many. */
        STEALS,
        /** The machine has nothing to do. */
        PARKS,
        /** The machine goes on, or ends. */
        UNPARKS,
        /** a: the processor. */
        ACQUIRES,
        /** a: the processor. */
        RELEASES,
        /**
         * The processor was taken from the machine, which computes and does not know yet. By sysmon, before it passes the
         * processor on. a: the processor, b: for how many nanoseconds the goroutine ran.
         */
        PREEMPTED,
        /** As above, of a machine that blocks. */
        HANDED_OFF,
        /**
         * The goroutine's stack, a little after one of these two. By a thread beside sysmon, for a sample of the
         * losses, and only where {@link #wantsStacks}. The detail is the list of frames, innermost first.
         */
        SEEN,
        /** The goroutine gives way because it was asked to. */
        GIVES_WAY,
        /** The goroutine is about to block, has said so, and passes its processor on. a: the processor. */
        HANDS_OFF,
        /** a: the number of processors before, b: now. */
        RESIZED,
        /** Work waits, and none was begun. a: for how many nanoseconds. */
        STALLED,

        // No probe hears of those below: a recording notes them itself.

        /**
         * A goroutine begins to run of which nothing else is known. a: the processor, b: for how many nanoseconds it was
         * queued before. Where it began before the recording, a is -1.
         */
        RAN,
        /** The trace of the event of the same machine and time, as {@code TraceIds} packs it into a and b. */
        TRACED,
        /** The same of its span. */
        SPANNED,
        /** At the beginning. a: the processor, b: the machine that holds it. */
        HELD,
        /** At the beginning. b: the machine, with what it runs. */
        RAN_BEFORE,
        /** At the end: here the machine, or another thread, told the first thing that found no room. */
        DROPS
    }

    /** Hears nothing. */
    Probe NONE = (event, machine, a, b, goroutine, detail) -> {};

    /** @param machine null for what another thread does */
    void hear(
            Event event,
            @Nullable Machine machine,
            long a,
            long b,
            @Nullable Goroutine goroutine,
            @Nullable Object detail);

    /** Whether it wants to hear what goroutines were doing that lost their processors. */
    default boolean wantsStacks() {
        return false;
    }

    default void readies(@Nullable Machine by, Goroutine goroutine) {
        hear(Event.READIES, by, 0, 0, goroutine, null);
    }

    default void begins(Machine machine, Goroutine goroutine, @Nullable Object name) {
        hear(Event.BEGINS, machine, 0, 0, goroutine, name);
    }

    default void stops(Machine machine, Goroutine goroutine, @Nullable Object name, Stop how) {
        hear(Event.STOPS, machine, how.ordinal(), 0, goroutine, name);
    }

    /** The times of a goroutine that was timed, on the scheduler's clock, and how long it was queued before. */
    record Run(long beginNanos, long endNanos, long waitedMicros) {}

    /**
     * One of the goroutines that are timed has left the machine. Told to the flight recorder.
     *
     * @param on the processor on which it began
     * @param name its {@link Goroutine#calledBy} when it began
     */
    default void ran(Machine machine, Processor on, @Nullable Object name, Stop how, Run run) {}

    default void steals(Machine thief, int victim, int goroutines) {
        hear(Event.STEALS, thief, victim, goroutines, null, null);
    }

    /** For an event of a machine without numbers. */
    default void hear(Event event, Machine machine) {
        hear(event, machine, 0, 0, null, null);
    }

    /** For an event of a machine and a processor. */
    default void hear(Event event, Machine machine, Processor processor) {
        hear(event, machine, processor.id(), 0, null, null);
    }

    /** @param goroutine what the machine runs */
    default void loses(
            Machine machine,
            Processor processor,
            @Nullable Goroutine goroutine,
            ProcessorLoss.Kind kind,
            long ranNanos) {
        Event event = kind == ProcessorLoss.Kind.PREEMPTION ? Event.PREEMPTED : Event.HANDED_OFF;
        hear(event, machine, processor.id(), ranNanos, goroutine, null);
    }

    default void seesStack(Machine machine, Goroutine goroutine, List<StackTraceElement> stack) {
        hear(Event.SEEN, machine, 0, 0, goroutine, stack);
    }

    default void resized(int before, int after) {
        hear(Event.RESIZED, null, before, after, null, null);
    }

    default void stalled(long nanos) {
        hear(Event.STALLED, null, nanos, 0, null, null);
    }
}
