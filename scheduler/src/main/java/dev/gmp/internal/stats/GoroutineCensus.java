package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.spawn.VirtualGoroutines;
import dev.gmp.internal.sysmon.MachineStatus;
import dev.gmp.observe.GoroutineCounts;

/**
 * Counts the goroutines in each status, those that are only carried too, without stopping or remembering any of them.
 * Thread-safe.
 *
 * <p>A direct goroutine that awaits its turn holds a machine, and counts as runnable. What is alive, and neither queued
 * nor on a machine, is parked. Exact while nothing moves. While goroutines come and go, the parts are of different
 * moments. The number of live goroutines is therefore read before and after, and averaged.
 *
 * <p>A goroutine that changes its queue meanwhile is met in none, or in both. So the queues only tell the runnable ones from
 * the parked ones, and their sum is what is alive on no machine. At most as many count as parked as there are virtual
 * goroutines, because no other can park. So where there are none, the count misses no goroutine.
 */
public record GoroutineCensus(
        SchedulerState state, MachinePool machines, Lifecycle lifecycle, VirtualGoroutines virtualGoroutines) {

    GoroutineCounts take() {
        long aliveBefore = alive();
        long queued = (long) state.queues().globalDepth()
                + state.queues().idlePriority().size();
        for (int id = 0; id < state.processors().made(); id++) { // one that is dead may have had work left
            queued += state.processors().get(id).queue().estimatedSize();
        }
        long running = 0;
        long syscall = 0;
        for (Machine machine : machines.all()) {
            MachineStatus status = MachineStatus.of(machine);
            running += status == MachineStatus.RUNNING || status == MachineStatus.OVERTIME ? 1 : 0;
            syscall += status == MachineStatus.BLOCKED ? 1 : 0;
        }
        long onNoMachine = Math.max(0, (aliveBefore + alive()) / 2 - running - syscall);
        long parked = Math.max(0, Math.min(onNoMachine - queued, virtualGoroutines.estimatedLive()));
        return new GoroutineCounts(onNoMachine - parked, running, parked, syscall);
    }

    private long alive() {
        long completed = lifecycle.completed(); // before acceptances: the difference is then never negative
        return lifecycle.created() - completed + state.adopted().count();
    }
}
