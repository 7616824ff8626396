package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SpinLock;
import dev.gmp.observe.ProcessorLoss;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a scheduler's probes are plugged in. While there are none, a passing thread reads one field and goes on. What a probe throws
 * does not come out here (PROBE-2, in {@link GuardedProbe}).
 *
 * <p>PROBE-1: the field is read with opaque access, which costs what a plain read costs: a new probe is seen soon, and what
 * sees it sees it whole, because a probe's fields are final. A removed one may be told of something a little longer.
 */
public final class ProbePoint {

    private static final VarHandle OFTEN;
    private static final VarHandle SELDOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OFTEN = lookup.findVarHandle(ProbePoint.class, "often", Probe.class);
            SELDOM = lookup.findVarHandle(ProbePoint.class, "seldom", Probe.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // read and written through OFTEN
    private @Nullable Probe often;

    @SuppressWarnings("UnusedVariable") // read and written through SELDOM
    private @Nullable Probe seldom;

    /** Taken by sysmon, too (LOCK-1, in {@code MachinePool}). */
    private final SpinLock lock = new SpinLock();

    private final List<GuardedProbe> everything = new ArrayList<>();
    private final List<GuardedProbe> incidents = new ArrayList<>();

    /** The probe that hears of each goroutine; null for none. */
    public @Nullable Probe often() {
        return (Probe) OFTEN.getOpaque(this);
    }

    /** The probe that hears of lost processors, preemptions, resizes and stalls; null for none. */
    public @Nullable Probe seldom() {
        return (Probe) SELDOM.getOpaque(this);
    }

    /** @param alsoOften whether it wants to hear of each goroutine, too. Plugged in already, it changes. */
    public void plugIn(Probe probe, boolean alsoOften) {
        GuardedProbe guarded = new GuardedProbe(probe);
        lock.lock();
        try {
            remove(probe);
            incidents.add(guarded);
            if (alsoOften) {
                everything.add(guarded);
            }
            publish();
        } finally {
            lock.unlock();
        }
    }

    public void pullOut(Probe probe) {
        lock.lock();
        try {
            remove(probe);
            publish();
        } finally {
            lock.unlock();
        }
    }

    private void remove(Probe probe) {
        everything.removeIf(each -> each.guards(probe));
        incidents.removeIf(each -> each.guards(probe));
    }

    private void publish() {
        OFTEN.setOpaque(this, together(everything));
        SELDOM.setOpaque(this, together(incidents));
    }

    private static @Nullable Probe together(List<GuardedProbe> probes) {
        Probe all = null;
        for (Probe each : probes) {
            all = all == null ? each : new Both(all, each);
        }
        return all;
    }

    private record Both(Probe first, Probe second) implements Probe {

        @Override
        public void readies(@Nullable Machine by, Goroutine goroutine) {
            first.readies(by, goroutine);
            second.readies(by, goroutine);
        }

        @Override
        public void begins(Machine machine, Goroutine goroutine, @Nullable Object name) {
            first.begins(machine, goroutine, name);
            second.begins(machine, goroutine, name);
        }

        @Override
        public void stops(Machine machine, Goroutine goroutine, @Nullable Object name, Stop how) {
            first.stops(machine, goroutine, name, how);
            second.stops(machine, goroutine, name, how);
        }

        @Override
        public void steals(Machine thief, int victim, int goroutines) {
            first.steals(thief, victim, goroutines);
            second.steals(thief, victim, goroutines);
        }

        @Override
        public void parks(Machine machine) {
            first.parks(machine);
            second.parks(machine);
        }

        @Override
        public void unparks(Machine machine) {
            first.unparks(machine);
            second.unparks(machine);
        }

        @Override
        public void acquires(Machine machine, Processor processor) {
            first.acquires(machine, processor);
            second.acquires(machine, processor);
        }

        @Override
        public void releases(Machine machine, Processor processor) {
            first.releases(machine, processor);
            second.releases(machine, processor);
        }

        @Override
        public void loses(
                Machine machine,
                Processor processor,
                @Nullable Goroutine goroutine,
                ProcessorLoss.Kind kind,
                long ranNanos) {
            first.loses(machine, processor, goroutine, kind, ranNanos);
            second.loses(machine, processor, goroutine, kind, ranNanos);
        }

        @Override
        public boolean wantsStacks() {
            return first.wantsStacks() || second.wantsStacks();
        }

        @Override
        public void seesStack(Machine machine, Goroutine goroutine, List<StackTraceElement> stack) {
            first.seesStack(machine, goroutine, stack);
            second.seesStack(machine, goroutine, stack);
        }

        @Override
        public void givesWay(Machine machine) {
            first.givesWay(machine);
            second.givesWay(machine);
        }

        @Override
        public void handsOff(Machine machine, Processor processor) {
            first.handsOff(machine, processor);
            second.handsOff(machine, processor);
        }

        @Override
        public void resized(int before, int after) {
            first.resized(before, after);
            second.resized(before, after);
        }

        @Override
        public void stalled(long nanos) {
            first.stalled(nanos);
            second.stalled(nanos);
        }
    }
}
