package dev.gmp.simulation.world;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.simulation.Simulation;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;

/** What holds of a scheduler at every moment, and what holds when nobody can go on before time passes. */
final class Invariants {

    /** How late whoever looks after timers may be: sysmon's grace, and what goes by until it looks. */
    private static final long LATE_NANOS = 20_000_000;

    private final SchedulerState state;
    private final Plan plan;
    private final long startNanos;

    Invariants(Scheduler scheduler, Plan plan) {
        this.plan = plan;
        try {
            Field field = Scheduler.class.getDeclaredField("state");
            field.setAccessible(true);
            state = (SchedulerState) field.get(scheduler);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
        startNanos = System.nanoTime() - state.uptimeNanos();
    }

    /** No processor is idle and held; the machines that spin are counted. */
    String always() {
        for (int id = 0; id < state.madeProcs(); id++) {
            Machine holder = state.processor(id).machine();
            if (holder != null && state.idleProcessors().contains(id)) {
                return "P-1: processor " + id + " is idle, and " + holder.getName() + " holds it";
            }
        }
        int spinning = state.spinningMachines().count();
        int threads = Simulation.threads().size();
        return spinning < 0 || spinning > threads ? spinning + " spin, of " + threads + " threads" : null;
    }

    /** @param next when the first of those that sleep will wake */
    String atRest(long now, long next) {
        String wrong = processorsAreConserved();
        if (wrong == null) {
            wrong = spinnersAreCounted();
        }
        if (wrong == null) {
            wrong = nothingIsLeftBehind();
        }
        return wrong == null ? timersAreLookedAfter(now, next) : wrong;
    }

    String atTheEnd() {
        for (int id = 0; id < state.procs(); id++) {
            if (!state.idleProcessors().contains(id)) {
                return "P-1: processor " + id + " is not idle at the end";
            }
        }
        if (state.spinningMachines().count() != 0) {
            return state.spinningMachines().count() + " machines spin at the end";
        }
        return workWaits() ? "work is left at the end" : null;
    }

    private String processorsAreConserved() {
        Set<Processor> seen = new HashSet<>();
        for (Thread thread : Simulation.threads()) {
            if (thread instanceof Machine machine && machine.holdsProcessor() && !seen.add(machine.processor())) {
                return "two machines hold one processor";
            }
        }
        for (int id = 0; id < state.procs(); id++) {
            Processor processor = state.processor(id);
            boolean idle = state.idleProcessors().contains(id);
            if (idle == seen.contains(processor)) {
                return "P-1: processor " + id + (idle ? " is idle and held" : " is nobody's");
            }
        }
        return null;
    }

    private String spinnersAreCounted() {
        int spinning = 0;
        for (Thread thread : Simulation.threads()) {
            spinning += thread instanceof Machine machine && machine.isSpinning() ? 1 : 0;
        }
        int counted = state.spinningMachines().count();
        return counted == spinning ? null : counted + " machines are counted as spinning, " + spinning + " do";
    }

    private String nothingIsLeftBehind() {
        boolean isLost = workWaits()
                && state.idleProcessors().any()
                && !state.spinningMachines().any()
                && !machinesAreShort();
        return isLost ? "PARK-1: work waits, a processor is idle, and nobody looks: " + queues() : null;
    }

    /** LIMIT-1: all that may be are there, and none of them is free. */
    private boolean machinesAreShort() {
        int machines = 0;
        for (Thread thread : Simulation.threads()) {
            machines += thread instanceof Machine ? 1 : 0;
        }
        return machines >= plan.config().maxMachines() && state.idleMachines().size() == 0;
    }

    /** TIME-1. Without sysmon a machine that blocks is not watched, and keeps the timers of its processor waiting. */
    private String timersAreLookedAfter(long now, long next) {
        long earliest = state.earliestTimer();
        if (earliest == TimerHeap.NEVER || !state.idleProcessors().any() || machinesAreShort()) {
            return null;
        }
        long due = Math.max(earliest + startNanos, now);
        return next > due + LATE_NANOS
                ? "TIME-1: a timer is due in " + (due - now) + " ns, the next thread wakes in "
                        + (next == Long.MAX_VALUE ? "never" : next - now + " ns")
                : null;
    }

    private boolean workWaits() {
        boolean waits = !state.globalQueue().isEmpty() || !state.idleWork().isEmpty();
        for (int id = 0; id < state.procs(); id++) {
            waits |= !state.processor(id).queue().isEmpty();
        }
        return waits;
    }

    private String queues() {
        StringBuilder text = new StringBuilder("global " + state.globalQueue().size());
        for (int id = 0; id < state.procs(); id++) {
            text.append(", P")
                    .append(id)
                    .append(' ')
                    .append(state.processor(id).queue().estimatedSize());
        }
        return text.toString();
    }
}
