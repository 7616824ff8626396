package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.kind.KindTurn;
import dev.gmp.internal.kind.TaskKind;
import dev.gmp.internal.kind.TaskStatus;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sysmon.MachineStatus;
import org.jspecify.annotations.Nullable;

/** Counts for their kinds the tasks that machines are at for long: sysmon's side of SAMPLE-1, in {@link KindTurn}. By sysmon. */
public final class KindCensus {

    private final SchedulerState state;
    private final MachinePool machines;
    private long takenAt = System.nanoTime();

    public KindCensus(SchedulerState state, MachinePool machines) {
        this.state = state;
        this.machines = machines;
    }

    /** @param now as {@link System#nanoTime} */
    void take(long now) {
        long elapsed = now - takenAt;
        takenAt = now;
        if (state.kinds() == null) {
            return;
        }
        for (Machine machine : machines.all()) {
            Goroutine current = machine.currentAcquire();
            KindTurn turn = machine.counters().kindTurn();
            TaskStatus status = statusOf(machine, current);
            if (status == null) {
                turn.isUnseen();
            } else {
                TaskStatus before = turn.see(machine.estimatedSteps(), status);
                TaskKind kind = before == null ? null : state.kindOf(current);
                if (before != null && kind != null) {
                    kind.add(before, elapsed);
                }
            }
        }
    }

    /** @return null where it is at no turn */
    private static @Nullable TaskStatus statusOf(Machine machine, @Nullable Goroutine current) {
        MachineStatus status = MachineStatus.of(machine, current, machine.holdsProcessor());
        if (status == MachineStatus.AWAITING_TURN) {
            return TaskStatus.WAIT;
        }
        if (status == MachineStatus.RUNNING || status == MachineStatus.OVERTIME) {
            return machine.isBlocking() ? TaskStatus.BLOCKED : TaskStatus.RUN;
        }
        return status == MachineStatus.BLOCKED ? TaskStatus.BLOCKED : null;
    }
}
