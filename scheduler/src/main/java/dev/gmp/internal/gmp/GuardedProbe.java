package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.ProcessorLoss;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A probe that may fail: its first failure is logged, and nothing is thrown on.
 *
 * <p>PROBE-2: a thread may tell a probe of something in the middle of a change: it holds a goroutine that stands in no
 * queue, or a processor that no machine holds. What probes do takes memory, and where there is none they throw. Therefore
 * every probe is plugged in through this one, and those that tell need not think of it.
 */
final class GuardedProbe implements Probe {

    private static final SafeLog FAILED = SafeLog.detached(
            GuardedProbe.class, Level.WARNING, "a probe failed; what it throws from now on is dropped");

    private final Probe probe;
    private volatile boolean hasFailed;

    GuardedProbe(Probe probe) {
        this.probe = probe;
    }

    boolean guards(Probe candidate) {
        return probe == candidate;
    }

    @Override
    public void readies(@Nullable Machine by, Goroutine goroutine) {
        try {
            probe.readies(by, goroutine);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void begins(Machine machine, Goroutine goroutine, @Nullable Object name) {
        try {
            probe.begins(machine, goroutine, name);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void stops(Machine machine, Goroutine goroutine, @Nullable Object name, Stop how) {
        try {
            probe.stops(machine, goroutine, name, how);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void steals(Machine thief, int victim, int goroutines) {
        try {
            probe.steals(thief, victim, goroutines);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void parks(Machine machine) {
        try {
            probe.parks(machine);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void unparks(Machine machine) {
        try {
            probe.unparks(machine);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void acquires(Machine machine, Processor processor) {
        try {
            probe.acquires(machine, processor);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void releases(Machine machine, Processor processor) {
        try {
            probe.releases(machine, processor);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void loses(
            Machine machine,
            Processor processor,
            @Nullable Goroutine goroutine,
            ProcessorLoss.Kind kind,
            long ranNanos) {
        try {
            probe.loses(machine, processor, goroutine, kind, ranNanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public boolean wantsStacks() {
        return probe.wantsStacks();
    }

    @Override
    public void seesStack(Machine machine, Goroutine goroutine, List<StackTraceElement> stack) {
        try {
            probe.seesStack(machine, goroutine, stack);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void givesWay(Machine machine) {
        try {
            probe.givesWay(machine);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void handsOff(Machine machine, Processor processor) {
        try {
            probe.handsOff(machine, processor);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void resized(int before, int after) {
        try {
            probe.resized(before, after);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void stalled(long nanos) {
        try {
            probe.stalled(nanos);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    private void failed(Throwable failure) {
        if (!hasFailed) {
            hasFailed = true;
            FAILED.log(failure);
        }
    }
}
