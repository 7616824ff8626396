package dev.gmp.internal.sched;

import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets machines pause between two goroutines when the container's CPU quota would not last: a few milliseconds now and then,
 * instead of the tens of milliseconds for which the kernel stops every thread, those of the JVM and of the web server too.
 *
 * <p>Sysmon decides about every {@link CpuBudget#STEP_NANOS}. A machine keeps its processor while it pauses; others may
 * steal from it, and pause as well.
 */
final class Pacing {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    private final SchedulerState state;
    private final CpuLimitSource source;
    private final CpuBudget budget = new CpuBudget();
    private final LongAdder pausedNanos = new LongAdder();
    private CpuLimit limit = CpuLimit.none("not read yet");
    private long stepEnds;
    private volatile @Nullable Pause pause;

    Pacing(SchedulerState state, CpuLimitSource source) {
        this.state = state;
        this.source = source;
    }

    /** Reads the quota again; by sysmon, about once a second. */
    void readLimit() {
        limit = source.read();
    }

    /** By sysmon, at each look. */
    void look(long now) {
        if (limit.isNone() || (pause != null && now - stepEnds < 0)) {
            return;
        }
        stepEnds = now + CpuBudget.STEP_NANOS;
        long used = source.usedNanos();
        int running = Math.max(1, state.procs() - state.idleProcessors().count());
        long run = used < 0 ? CpuBudget.STEP_NANOS : budget.runNanos(now, used, limit.cpus(), running);
        pause = run < CpuBudget.STEP_NANOS ? new Pause(now + run, stepEnds) : null;
    }

    /** How long after a look the next thing is due. By sysmon. */
    long dueNanos(long now) {
        Pause next = pause;
        if (next == null) {
            return NOTHING_DUE;
        }
        return Math.max(1, (now - next.from < 0 ? next.from : next.until) - now);
    }

    /** Whether goroutines should give way, for their machines to pause. Any thread. */
    boolean isPausing(long now) {
        Pause current = pause;
        return current != null && current.contains(now);
    }

    /** For a machine between two goroutines. */
    void await(Machine machine) {
        Pause current = pause;
        if (current != null && current.contains(System.nanoTime())) {
            sleep(machine, current);
        }
    }

    /** The sum over all machines. Any thread. */
    long pausedNanos() {
        return pausedNanos.sum();
    }

    private void sleep(Machine machine, Pause current) {
        long begin = System.nanoTime();
        long now = begin;
        while (now - current.until < 0 && !machine.isInterrupted()) {
            LockSupport.parkNanos(this, current.until - now);
            now = System.nanoTime();
        }
        pausedNanos.add(now - begin);
    }

    /** Times of {@link System#nanoTime}. */
    private record Pause(long from, long until) {

        boolean contains(long now) {
            return now - from >= 0 && now - until < 0;
        }
    }
}
