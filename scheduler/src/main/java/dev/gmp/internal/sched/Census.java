package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.GoroutineCounts;

/** Counts the goroutines in each status, without stopping or remembering any of them. Thread-safe. */
final class Census {

    private final SchedulerState state;
    private final MachinePool machines;
    private final Lifecycle lifecycle;

    Census(SchedulerState state, MachinePool machines, Lifecycle lifecycle) {
        this.state = state;
        this.machines = machines;
        this.lifecycle = lifecycle;
    }

    /** What is alive and neither queued nor on a machine is parked. */
    GoroutineCounts take() {
        long completed = lifecycle.completed(); // before acceptances: the difference is never less than what is alive
        long queued = state.globalQueue().size();
        for (int id = 0; id < state.procs(); id++) {
            queued += state.processor(id).queue().estimatedSize();
        }
        long running = 0;
        long syscall = 0;
        for (Machine machine : machines.all()) {
            if (!machine.isParked() && machine.currentAcquire() != null) {
                if (machine.holdsProcessor() || !MachineActivity.isWaiting(machine)) {
                    running++;
                } else {
                    syscall++;
                }
            }
        }
        long waiting = Math.max(0, lifecycle.created() - completed - queued - running - syscall);
        return new GoroutineCounts(queued, running, waiting, syscall);
    }
}
