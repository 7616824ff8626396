package dev.gmp.internal.sched;

import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.timed.TimerSetting;
import org.jspecify.annotations.Nullable;

/**
 * What a machine's search is made of, wired as in {@link dev.gmp.internal.wiring.Scheduler}. Nothing runs: the test's thread searches in the name of a
 * machine, and one that is woken is one that has been assigned a processor.
 */
public final class SearchParts {

    public final SchedulerState state;
    final Lifecycle lifecycle;
    final TimerWaker timerWaker;
    final MachinePool machines;
    final WakeUp wakeUp;
    final NetworkPoller networkPoller;
    public final HandOff handOff;
    final Stealing stealing;
    final FindRunnable findRunnable;
    final TimerSetting timerSetting;

    /** @param procs all of them idle */
    public SearchParts(int procs) {
        state = new SchedulerState(ProtocolState.unbounded(procs), LocalRunQueue.CAPACITY);
        timerWaker = new TimerWaker(state);
        machines = ProtocolState.machines(state);
        lifecycle = new Lifecycle(state, machines, new Bulkheads());
        wakeUp = new WakeUp(state, machines, timerWaker);
        timerWaker.wakeBy(wakeUp::wakeOne);
        timerSetting = new TimerSetting(state, timerWaker);
        QuotaPacer quotaPacer = ProtocolState.unpaced(state);
        ProcResize procResize = new ProcResize(state, wakeUp);
        machines.attach(new WokenUp(wakeUp, procResize));
        networkPoller = new NetworkPoller(state, wakeUp);
        handOff = new HandOff(state, machines, wakeUp, procResize, timerWaker, networkPoller, OvertimePriority.never());
        DueTimers dueTimers = new DueTimers(state.clock(), state.processors(), state.idle(), lifecycle, timerWaker);
        stealing = new Stealing(state, wakeUp, dueTimers, networkPoller, quotaPacer);
        findRunnable = new FindRunnable(
                state,
                new MachineParking(state, machines, timerWaker, networkPoller, lifecycle, wakeUp, handOff),
                wakeUp,
                stealing,
                dueTimers,
                new IdlePriorityQueue(state, wakeUp, null),
                quotaPacer);
    }

    /** As {@link dev.gmp.internal.wiring.Scheduler} has it done, without sysmon. */
    private record WokenUp(WakeUp wakeUp, ProcResize procResize) implements PoolDuties {

        @Override
        public void putIdle(Processor processor) {
            procResize.putIdle(processor);
        }

        @Override
        public void lookForWork() {
            wakeUp.afterShortage();
        }
    }

    /** One that holds no processor. */
    Machine machine() {
        return new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint(), false);
    }

    /** One that holds this processor, which was idle. */
    public Machine machineOn(int processor) {
        Machine machine = machine();
        if (!state.idle().tryTakeProcessor(state.processors().get(processor))) {
            throw new IllegalStateException("processor " + processor + " is not idle");
        }
        machine.acquire(state.processors().get(processor));
        return machine;
    }

    /** Gives it another queue, which may hold something. */
    void replaceQueue(int processor, LocalRunQueue<Goroutine> queue) {
        state.processors().get(processor).replaceQueue(queue);
        state.processors().withWork().set(processor);
    }

    /** One that is parked, to be woken before another thread is started. */
    public Machine parked() {
        Machine machine = machine();
        state.idle().machines().push(machine);
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

    public static Goroutine goroutine() {
        return new DirectGoroutine(() -> {});
    }
}
