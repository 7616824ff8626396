package dev.gmp.internal.gmp;

import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * A probe that may fail: its first failure is logged, and nothing is thrown on.
 *
 * <p>PROBE-2: a thread may call a probe in the middle of a change, when it holds a goroutine of no queue or a processor
 * of no machine. A probe takes memory, and throws where there is none. Therefore each probe is plugged in through this
 * class, and its callers need not handle exceptions.
 */
final class GuardedProbe implements Probe {

    private static final SafeLog FAILED = SafeLog.detached(
            GuardedProbe.class, Level.WARNING, "a probe failed; its further exceptions are not logged");

    private final Probe probe;
    private volatile boolean hasFailed;

    GuardedProbe(Probe probe) {
        this.probe = probe;
    }

    boolean guards(Probe candidate) {
        return probe == candidate;
    }

    @Override
    public void hear(
            Event event,
            @Nullable Machine machine,
            long a,
            long b,
            @Nullable Goroutine goroutine,
            @Nullable Object detail) {
        try {
            probe.hear(event, machine, a, b, goroutine, detail);
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

    @Override
    public void ran(Machine machine, Processor on, @Nullable Object name, Stop how, Run run) {
        try {
            probe.ran(machine, on, name, how, run);
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public boolean wantsStacks() {
        return probe.wantsStacks();
    }
}
