package dev.gmp.internal.gmp;

import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a scheduler's probes are plugged in. While there are none, a passing thread reads one field and goes on. What a
 * probe throws does not come out here (PROBE-2, in {@link GuardedProbe}).
 *
 * <p>PROBE-1: the field is read with opaque access, at the cost of a plain read. A new probe is seen soon, and seen
 * whole because its fields are final. A removed probe may be called a little longer.
 */
public final class ProbePoint {

    private static final VarHandle OFTEN = FieldHandles.find(MethodHandles.lookup(), "often", Probe.class);
    private static final VarHandle SELDOM = FieldHandles.find(MethodHandles.lookup(), "seldom", Probe.class);

    @SuppressWarnings("UnusedVariable") // read and written through OFTEN
    private @Nullable Probe often;

    @SuppressWarnings("UnusedVariable") // read and written through SELDOM
    private Probe seldom = Probe.NONE;

    private @Nullable Probe recorder;

    /** Taken by sysmon, too (LOCK-1, in {@code MachinePool}). */
    private final SpinLock lock = new SpinLock();

    private final List<GuardedProbe> everything = new ArrayList<>();
    private final List<GuardedProbe> incidents = new ArrayList<>();

    /** The probe that hears of each goroutine; null for none. */
    public @Nullable Probe often() {
        return (Probe) OFTEN.getOpaque(this);
    }

    /** The probe that hears of lost processors, preemptions, resizes and stalls. */
    public Probe seldom() {
        return (Probe) SELDOM.getOpaque(this);
    }

    /** The flight recorder, which hears of timed goroutines and of what happens to processors; null for none. */
    public @Nullable Probe recorder() {
        return recorder;
    }

    /** Before the machines start. */
    public void plugInRecorder(Probe probe) {
        recorder = new GuardedProbe(probe);
        plugIn(probe, false);
    }

    /** A machine acquires or releases a processor. */
    void tell(Probe.Event event, Machine machine, Processor processor) {
        Probe probe = often();
        if (probe != null) {
            probe.hear(event, machine, processor);
        }
        if (recorder != null) {
            recorder.hear(event, machine, processor);
        }
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
        SELDOM.setOpaque(this, Objects.requireNonNullElse(together(incidents), Probe.NONE));
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
        public void hear(
                Event event,
                @Nullable Machine machine,
                long a,
                long b,
                @Nullable Goroutine goroutine,
                @Nullable Object detail) {
            first.hear(event, machine, a, b, goroutine, detail);
            second.hear(event, machine, a, b, goroutine, detail);
        }

        @Override
        public boolean wantsStacks() {
            return first.wantsStacks() || second.wantsStacks();
        }
    }
}
