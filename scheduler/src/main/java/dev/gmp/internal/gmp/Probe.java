package dev.gmp.internal.gmp;

import dev.gmp.observe.ProcessorLoss;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears of what goroutines and machines do while a recording runs. The methods run on the thread that does it, some of
 * them in the middle of a goroutine: they must not block, park, or start anything. What they throw does not
 * come through (PROBE-2, in {@link GuardedProbe}).
 */
public interface Probe {

    /** How a goroutine left its machine. */
    enum Stop {
        ENDED,
        PARKED,
        /** It gave way, or was readied on its way off the machine: it stands in a queue again. */
        YIELDED
    }

    /**
     * A goroutine is about to be put into a run queue, because it is new or became runnable.
     *
     * @param by the machine that the caller runs on, or null
     */
    void readies(@Nullable Machine by, Goroutine goroutine);

    /**
     * A goroutine begins to run, for the first time or again.
     *
     * @param name see {@link Goroutine#calledBy}
     */
    void begins(Machine machine, Goroutine goroutine, @Nullable Object name);

    /**
     * What {@link #begins} told has left the machine.
     *
     * @param name the same as then; the goroutine itself may have forgotten it
     */
    void stops(Machine machine, Goroutine goroutine, @Nullable Object name, Stop how);

    /** @param victim the id of the processor that the goroutines come from */
    void steals(Machine thief, int victim, int goroutines);

    /** A machine has nothing to do. */
    void parks(Machine machine);

    /** It goes on, or ends. */
    void unparks(Machine machine);

    void acquires(Machine machine, Processor processor);

    void releases(Machine machine, Processor processor);

    /**
     * A processor was taken from a machine that does not know yet. By sysmon, before it passes the processor on.
     *
     * @param goroutine what the machine runs
     * @param ranNanos for how long
     */
    void loses(
            Machine machine,
            Processor processor,
            @Nullable Goroutine goroutine,
            ProcessorLoss.Kind kind,
            long ranNanos);

    /** Whether it wants to hear what goroutines were doing that lost their processors. */
    default boolean wantsStacks() {
        return false;
    }

    /**
     * What a goroutine was doing that has lost its processor, a little after {@link #loses}. By a thread beside sysmon, for some
     * of the losses, and only where {@link #wantsStacks}.
     *
     * @param stack innermost frame first
     */
    default void seesStack(Machine machine, Goroutine goroutine, List<StackTraceElement> stack) {}

    /** A goroutine gives way because it was asked to. */
    void givesWay(Machine machine);

    /** A goroutine is about to block, has said so, and passes its processor on. */
    void handsOff(Machine machine, Processor processor);

    /** The number of processors has changed. */
    void resized(int before, int after);

    /** Work waits, and none was begun for so long. */
    void stalled(long nanos);
}
