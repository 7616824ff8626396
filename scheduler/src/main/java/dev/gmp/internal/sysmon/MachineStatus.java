package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.observe.MachineSnapshot.State;
import org.jspecify.annotations.Nullable;

/** What a machine does, as far as other threads can tell. */
public enum MachineStatus {
    /** It waits for a processor and work, or has ended. */
    IDLE(State.IDLE),
    /** It waits together with the goroutine that is locked to it. */
    LOCKED(State.LOCKED),
    /** It looks for a goroutine. */
    SPINNING(State.SPINNING),
    /** It has a processor and a goroutine, which may have declared that it blocks. */
    RUNNING(State.RUNNING),
    /** Its goroutine waits in a run queue for a processor. */
    AWAITING_TURN(State.BLOCKED),
    /** It has lost its processor, and its goroutine blocks. */
    BLOCKED(State.BLOCKED),
    /** It has lost its processor, and its goroutine computes. */
    OVERTIME(State.OVERTIME);

    private final State shown;

    MachineStatus(State shown) {
        this.shown = shown;
    }

    /** As snapshots tell it. */
    public State shown() {
        return shown;
    }

    public static MachineStatus of(Machine machine) {
        return of(machine, machine.currentAcquire(), machine.holdsProcessor());
    }

    /** For a caller that has read the machine's goroutine and whether it holds a processor. */
    public static MachineStatus of(Machine machine, @Nullable Goroutine current, boolean holdsProcessor) {
        if (machine.isParked()) {
            return machine.parkedFor() == null ? IDLE : LOCKED;
        }
        if (current == null) {
            return SPINNING;
        }
        if (holdsProcessor) {
            return RUNNING;
        }
        if (machine.isAwaitingTurn()) {
            return AWAITING_TURN;
        }
        return machine.sightings().blocks() || ThreadActivity.isWaiting(machine) ? BLOCKED : OVERTIME;
    }
}
