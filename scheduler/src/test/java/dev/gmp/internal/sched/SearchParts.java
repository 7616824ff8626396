package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a machine's search is made of, wired as in {@link Scheduler}. Nothing runs: the test's thread searches in the name of a
 * machine, and one that is woken is one that has been assigned a processor.
 */
final class SearchParts {

    final SchedulerState state;
    final Lifecycle lifecycle;
    final Timekeeper timekeeper;
    final MachinePool machines;
    final WakeUp wakeUp;
    final Netpolling netpolling;
    final HandOff handOff;
    final Stealing stealing;
    final FindRunnable findRunnable;
    final Timers timers;

    /** @param procs all of them idle */
    SearchParts(int procs) {
        state = new SchedulerState(ProtocolState.unbounded(procs), LocalRunQueue.CAPACITY);
        timekeeper = new Timekeeper(state);
        machines = ProtocolState.machines(state);
        lifecycle = new Lifecycle(state, machines, TaskAcceptors.NONE);
        wakeUp = new WakeUp(state, machines, timekeeper);
        machines.lookForWorkBy(wakeUp::afterShortage);
        timekeeper.wakeBy(wakeUp::wakeOne);
        timers = new Timers(state, timekeeper);
        Pacing pacing = ProtocolState.unpaced(state);
        Resizing resizing = new Resizing(state, wakeUp);
        Harvests harvests = new Harvests(wakeUp);
        netpolling = new Netpolling(state, wakeUp, harvests);
        handOff = new HandOff(state, machines, wakeUp, resizing, timekeeper, netpolling, OvertimePriority.never());
        DueTimers dueTimers = new DueTimers(state, lifecycle, timekeeper);
        stealing = new Stealing(state, wakeUp, dueTimers, netpolling, pacing);
        findRunnable = new FindRunnable(
                state,
                machines,
                new Parking(state, machines, timekeeper, netpolling),
                wakeUp,
                netpolling,
                harvests,
                stealing,
                lifecycle,
                handOff,
                dueTimers,
                new IdleWork(state, wakeUp, null),
                pacing);
    }

    /** One that holds no processor. */
    Machine machine() {
        return new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint());
    }

    /** One that holds this processor, which was idle. */
    Machine machineOn(int processor) {
        Machine machine = machine();
        if (!state.tryTakeIdle(state.processor(processor))) {
            throw new IllegalStateException("processor " + processor + " is not idle");
        }
        machine.acquire(state.processor(processor));
        return machine;
    }

    /** One that is parked, to be woken before another thread is started. */
    Machine parked() {
        Machine machine = machine();
        state.idleMachines().push(machine);
        return machine;
    }

    /** What the machine runs next; null where it would park. */
    @Nullable
    Goroutine next(Machine machine) {
        if (!machines.isEnding()) {
            machines.endAll();
        }
        return findRunnable.next(machine);
    }

    static Goroutine goroutine() {
        return new DirectGoroutine(() -> {});
    }
}
