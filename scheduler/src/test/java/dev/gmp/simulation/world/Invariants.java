package dev.gmp.simulation.world;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.timer.TimerHeap;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.simulation.Simulation;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;

/** What holds of a scheduler at every moment, and what holds when no thread can go on before time passes. */
final class Invariants {

    /** How late what looks after timers may be: sysmon's grace, and what goes by until it looks. */
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
        startNanos = System.nanoTime() - state.clock().nanos();
    }

    /** No processor is idle and held; the machines that spin are counted. */
    String always() {
        for (int id = 0; id < state.processors().made(); id++) {
            Machine holder = state.processors().get(id).machine();
            if (holder != null && state.idle().processors().contains(id)) {
                return "P-1: processor " + id + " is idle, and " + holder.name() + " holds it";
            }
        }
        int spinning = state.idle().spinning().count();
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
            wrong = nothingIsForgotten();
        }
        return wrong == null ? timersAreLookedAfter(now, next) : wrong;
    }

    String atTheEnd() {
        for (int id = 0; id < state.processors().count(); id++) {
            if (!state.idle().processors().contains(id)) {
                return "P-1: processor " + id + " is not idle at the end";
            }
        }
        if (state.idle().spinning().count() != 0) {
            return state.idle().spinning().count() + " machines spin at the end";
        }
        return workWaits() ? "work is left at the end" : null;
    }

    private String processorsAreConserved() {
        Set<Processor> seen = new HashSet<>();
        for (Thread thread : Simulation.threads()) {
            Machine machine = MachineThreads.of(thread);
            if (machine != null && machine.holdsProcessor() && !seen.add(machine.processor())) {
                return "two machines hold one processor";
            }
        }
        for (int id = 0; id < state.processors().count(); id++) {
            Processor processor = state.processors().get(id);
            boolean idle = state.idle().processors().contains(id);
            if (idle == seen.contains(processor)) {
                return "P-1: processor " + id + (idle ? " is idle and held" : " has no owner");
            }
        }
        return null;
    }

    private String spinnersAreCounted() {
        int spinning = 0;
        for (Thread thread : Simulation.threads()) {
            Machine machine = MachineThreads.of(thread);
            spinning += machine != null && machine.isSpinning() ? 1 : 0;
        }
        int counted = state.idle().spinning().count();
        return counted == spinning ? null : counted + " machines are counted as spinning, " + spinning + " do";
    }

    private String nothingIsForgotten() {
        boolean isLost = workWaits()
                && state.idle().processors().any()
                && !state.idle().spinning().any()
                && !machinesAreShort();
        return isLost ? "PARK-1: work waits, a processor is idle, and no machine looks: " + queues() : null;
    }

    /** LIMIT-1: all that may be are there, and none of them is free. */
    private boolean machinesAreShort() {
        int machines = 0;
        for (Thread thread : Simulation.threads()) {
            machines += MachineThreads.of(thread) != null ? 1 : 0;
        }
        return machines >= plan.config().maxMachines()
                && state.idle().machines().size() == 0;
    }

    /** TIME-1. Without sysmon a machine that blocks is not watched, and keeps the timers of its processor waiting. */
    private String timersAreLookedAfter(long now, long next) {
        long earliest = state.processors().earliestTimer();
        if (earliest == TimerHeap.NEVER || !state.idle().processors().any() || machinesAreShort()) {
            return null;
        }
        long due = Math.max(earliest + startNanos, now);
        return next > due + LATE_NANOS
                ? "TIME-1: a timer is due in " + (due - now) + " ns, the next thread wakes in "
                        + (next == Long.MAX_VALUE ? "never" : next - now + " ns")
                : null;
    }

    private boolean workWaits() {
        boolean waits = !state.queues().global().isEmpty()
                || !state.queues().idlePriority().isEmpty();
        for (int id = 0; id < state.processors().count(); id++) {
            waits |= !state.processors().get(id).queue().isEmpty();
        }
        return waits;
    }

    private String queues() {
        StringBuilder text =
                new StringBuilder("global " + state.queues().global().size());
        for (int id = 0; id < state.processors().count(); id++) {
            text.append(", P")
                    .append(id)
                    .append(' ')
                    .append(state.processors().get(id).queue().estimatedSize());
        }
        return text.toString();
    }
}
