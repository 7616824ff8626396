package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.WrappingMicros;
import dev.gmp.observe.SchedulerListener;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A machine's life: find a goroutine, run it, again (Go: schedule, execute). */
public final class ScheduleLoop {

    private static final SafeLog SEARCHES_AGAIN =
            SafeLog.detached(ScheduleLoop.class, Level.ERROR, "a machine's search begins again");
    private static final long PAUSE_NANOS = 1_000_000;
    private static final BiConsumer<SchedulerListener, Duration> LATENCY = SchedulerListener::schedulingLatency;
    private static final BiConsumer<SchedulerListener, Duration> SLICE = SchedulerListener::sliceLength;

    private final SchedulerState state;
    private final ProbePoint probes;
    private final MachinePool machines;
    private final FindRunnable findRunnable;
    private final DirectExecution directExecution;
    private final VirtualExecution virtualExecution;
    private final LockedMachines lockedMachines;
    private final Lifecycle lifecycle;
    private final ListenerList<SchedulerListener> listeners;
    private final QuotaPacer quotaPacer;
    private final HandOff handOff;
    private final OvertimePriority overtimePriority;

    public ScheduleLoop(
            SchedulerState state,
            MachinePool machines,
            FindRunnable findRunnable,
            DirectExecution directExecution,
            VirtualExecution virtualExecution,
            LockedMachines lockedMachines,
            Lifecycle lifecycle,
            ListenerList<SchedulerListener> listeners,
            QuotaPacer quotaPacer,
            HandOff handOff,
            OvertimePriority overtimePriority) {
        this.state = state;
        this.probes = state.probes();
        this.machines = machines;
        this.findRunnable = findRunnable;
        this.directExecution = directExecution;
        this.virtualExecution = virtualExecution;
        this.lockedMachines = lockedMachines;
        this.lifecycle = lifecycle;
        this.listeners = listeners;
        this.quotaPacer = quotaPacer;
        this.handOff = handOff;
        this.overtimePriority = overtimePriority;
    }

    public void run(Machine machine) {
        try {
            machine.takeAssignment();
            Goroutine goroutine = overtimePriority.isNormal(machine) ? next(machine) : passOn(machine);
            while (goroutine != null) {
                execute(machine, goroutine);
                VirtualGoroutine locked = machine.locked();
                if (locked == null) {
                    goroutine = isStillLowered(machine) ? passOn(machine) : next(machine);
                } else if (lockedMachines.awaitGoroutine(machine, locked)) {
                    goroutine = locked;
                } else {
                    goroutine = null;
                }
            }
        } finally {
            handOff.giveUp(machine); // it holds one where something was thrown that should not have been
            lifecycle
                    .tryTerminate(); // a locked goroutine may have been the last one, and has taken the machine with it
            machines.ended(machine);
        }
    }

    /** NICE-1: it was brought a processor for the rest of a goroutine, though the kernel would not raise it. */
    private static boolean isStillLowered(Machine machine) {
        return machine.priority().isLowered() && machine.holdsProcessor();
    }

    /** For a machine that must not keep its processor. */
    private @Nullable Goroutine passOn(Machine machine) {
        state.stopSpinning(machine);
        if (handOff.putIdle(machine)) {
            machines.endsLowered();
        } else {
            handOff.acknowledgeLoss(machine);
        }
        return null;
    }

    /** The search begins again when it fails for want of memory: it takes what it needs before it takes up a goroutine. */
    private @Nullable Goroutine next(Machine machine) {
        quotaPacer.awaitIfNextToNothingIsLeft(machine);
        while (true) {
            try {
                return findRunnable.next(machine);
            } catch (OutOfMemoryError failure) {
                SEARCHES_AGAIN.log(failure);
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
    }

    private void execute(Machine machine, Goroutine goroutine) {
        int readySince = goroutine.takeReadyStamp();
        Probe probe = probes.often();
        machine.step();
        if (!(goroutine instanceof BoundGoroutine) && (readySince != 0 || probe != null)) {
            runObserved(machine, goroutine, readySince, probe);
        } else {
            run(machine, goroutine);
        }
    }

    private Stop run(Machine machine, Goroutine goroutine) {
        if (goroutine instanceof DirectGoroutine direct) {
            directExecution.run(machine, direct);
        } else if (goroutine instanceof VirtualGoroutine virtual) {
            return runVirtual(machine, virtual);
        } else if (goroutine instanceof BoundGoroutine bound) {
            lockedMachines.bringProcessor(machine, bound);
        }
        return Stop.ENDED;
    }

    private Stop runVirtual(Machine machine, VirtualGoroutine goroutine) {
        Machine lockedTo = goroutine.lockedTo();
        if (lockedTo == null || lockedTo == machine) {
            return virtualExecution.run(machine, goroutine);
        }
        lockedMachines.bringProcessor(machine, goroutine, lockedTo);
        return Stop.YIELDED;
    }

    /** One that is timed, or while a probe is plugged in. */
    private void runObserved(Machine machine, Goroutine goroutine, int readySince, @Nullable Probe probe) {
        boolean movesOn = goroutine instanceof VirtualGoroutine virtual
                && virtual.lockedTo() != null
                && virtual.lockedTo() != machine; // runs on another machine
        if (movesOn) {
            run(machine, goroutine);
            return;
        }
        long begins = readySince == 0 ? 0 : state.uptimeNanos();
        int beginsMicros = WrappingMicros.at(begins);
        boolean isTold = readySince != 0 && machine.counters().tells(beginsMicros);
        if (readySince != 0) {
            recordLatency(machine, WrappingMicros.between(readySince, beginsMicros), isTold);
        }
        if (probe == null) {
            run(machine, goroutine);
        } else {
            Object name = goroutine.calledBy();
            probe.begins(machine, goroutine, name);
            Stop how = run(machine, goroutine);
            probe.stops(machine, goroutine, name, how);
        }
        if (readySince != 0) {
            recordSlice(machine, (state.uptimeNanos() - begins) / 1_000, isTold);
        }
    }

    private void recordLatency(Machine machine, long micros, boolean isTold) {
        machine.counters().latency().record(micros);
        if (isTold) {
            machine.setTelling(true);
            listeners.tell(LATENCY, micros * 1_000);
            machine.setTelling(false);
        }
    }

    private void recordSlice(Machine machine, long micros, boolean isTold) {
        machine.counters().slices().record(micros);
        if (isTold) {
            machine.setTelling(true);
            listeners.tell(SLICE, micros * 1_000);
            machine.setTelling(false);
        }
    }
}
