package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.Probe;
import dev.gmp.internal.gmp.Probe.Run;
import dev.gmp.internal.gmp.Probe.Stop;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.kind.KindTurn;
import dev.gmp.internal.kind.TaskKinds;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.util.ListenerList;
import dev.gmp.internal.util.UptimeClock;
import dev.gmp.observe.SchedulerListener;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Runs what a machine has found, by its kind (Go: execute), and measures now and then how long it waited and ran. */
public final class Execution {

    private static final BiConsumer<SchedulerListener, Duration> LATENCY =
            (listener, latency) -> listener.schedulingLatency(latency, labelsSeen());
    private static final BiConsumer<SchedulerListener, Duration> SLICE =
            (listener, length) -> listener.sliceLength(length, labelsSeen());

    private final SchedulerState state;
    private final ProbePoint probes;
    private final @Nullable TaskKinds kinds;
    private final DirectExecution directExecution;
    private final VirtualExecution virtualExecution;
    private final LockedMachines lockedMachines;
    private final ListenerList<SchedulerListener> listeners;

    public Execution(
            SchedulerState state,
            DirectExecution directExecution,
            VirtualExecution virtualExecution,
            LockedMachines lockedMachines,
            ListenerList<SchedulerListener> listeners) {
        this.state = state;
        this.probes = state.probes();
        this.kinds = state.kinds();
        this.directExecution = directExecution;
        this.virtualExecution = virtualExecution;
        this.lockedMachines = lockedMachines;
        this.listeners = listeners;
    }

    /** @return false if this machine must not run such a goroutine; nothing has happened then */
    boolean tryExecute(Machine machine, Goroutine goroutine) {
        if (machine.runsVirtualOnly() && goroutine instanceof DirectGoroutine) {
            return false;
        }
        int readySince = goroutine.takeReadyStamp();
        Probe probe = probes.often();
        machine.step();
        if (!(goroutine instanceof BoundGoroutine) && (readySince != 0 || probe != null)) {
            runObserved(machine, goroutine, readySince, probe);
        } else {
            run(machine, goroutine);
        }
        return true;
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
        machine.counters().seeLabels(goroutine.labels());
        if (readySince == 0) {
            runTold(machine, goroutine, probe);
        } else {
            runTimed(machine, goroutine, readySince, probe);
        }
    }

    private Stop runTold(Machine machine, Goroutine goroutine, @Nullable Probe probe) {
        if (probe == null) {
            return run(machine, goroutine);
        }
        Object name = goroutine.calledBy();
        probe.begins(machine, goroutine, name);
        Stop how = run(machine, goroutine);
        probe.stops(machine, goroutine, name, how);
        return how;
    }

    private void runTimed(Machine machine, Goroutine goroutine, int readySince, @Nullable Probe probe) {
        long begins = state.clock().nanos();
        int beginsMicros = UptimeClock.microsAt(begins);
        boolean isTold = machine.counters().tells(beginsMicros);
        long waitedMicros = UptimeClock.microsBetween(readySince, beginsMicros);
        machine.counters().latency().record(waitedMicros);
        Probe recorder = probes.recorder();
        Object name = recorder == null ? null : goroutine.calledBy();
        Processor on = recorder == null ? null : machine.processor();
        KindTurn turn = tryBegin(machine, goroutine, isTold, begins);
        Stop how = runTold(machine, goroutine, probe);
        long ends = state.clock().nanos();
        if (turn != null && kinds != null) {
            turn.end(kinds, waitedMicros * 1_000, ends);
        }
        if (recorder != null && on != null) {
            recorder.ran(machine, on, name, how, new Run(begins, ends, waitedMicros));
        }
        long ranMicros = (ends - begins) / 1_000;
        machine.counters().slices().record(ranMicros);
        if (isTold && machine.locked() == null) {
            tell(machine, waitedMicros, ranMicros);
        }
    }

    /**
     * Begins what is noted for the kind of the task. As many are left out as listeners do not hear of: a busy machine has a
     * timed turn every few microseconds.
     *
     * @return null where nothing is noted
     */
    private @Nullable KindTurn tryBegin(Machine machine, Goroutine goroutine, boolean isTold, long now) {
        if (kinds == null) {
            return null;
        }
        KindTurn turn = machine.counters().kindTurn();
        if (!isTold) {
            turn.leaveOut();
            return null;
        }
        turn.begin(goroutine.labels(), goroutine.taskKind(), now);
        return turn;
    }

    /** On the machine's thread. */
    private static Map<String, String> labelsSeen() {
        Machine machine = MachineThreads.current();
        Labels labels = machine == null ? null : machine.counters().labelsSeen();
        return labels == null ? Map.of() : labels.asMap();
    }

    /**
     * With no goroutine that only this machine can run, neither in its hand nor locked to it: a listener may need a lock that
     * this one holds.
     */
    private void tell(Machine machine, long waitedMicros, long ranMicros) {
        machine.setTelling(true);
        listeners.tell(LATENCY, waitedMicros * 1_000);
        listeners.tell(SLICE, ranMicros * 1_000);
        machine.setTelling(false);
        machine.passOnForked();
    }
}
