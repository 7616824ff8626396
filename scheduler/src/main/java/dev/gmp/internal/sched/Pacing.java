package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
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

    private static final long STEP_NANOS = CpuBudget.STEP_NANOS;

    private final SchedulerState state;
    private final CpuLimitSource source;
    private final CpuBudget budget = new CpuBudget();
    private final LongAdder pausedNanos = new LongAdder();
    private CpuLimit limit = CpuLimit.none("not read yet");
    private long decidedAt = System.nanoTime() - Long.MAX_VALUE / 2;
    private volatile @Nullable Rhythm rhythm;

    Pacing(SchedulerState state, CpuLimitSource source) {
        this.state = state;
        this.source = source;
    }

    /** What a scheduler with these settings is paced by. */
    static CpuLimitSource limitOf(SchedulerConfig config) {
        return config.cpuPacing() ? CpuLimitSource.system() : CpuLimitSource.NONE;
    }

    /** Reads the quota again; by sysmon, about once a second. */
    void readLimit() {
        limit = source.read();
    }

    /** By sysmon, at each look. */
    void look(long now) {
        if (now - decidedAt >= STEP_NANOS) {
            decidedAt = now;
            rhythm = limit.isNone() ? null : decide(now);
        }
    }

    private @Nullable Rhythm decide(long now) {
        long used = source.usedNanos();
        if (used < 0) {
            return null;
        }
        int running = Math.max(1, state.procs() - state.idleProcessors().count());
        long run = budget.runNanos(now, used, limit.cpus(), running);
        return run < STEP_NANOS ? new Rhythm(now, run) : null;
    }

    /** How long after a look the next thing is due. By sysmon. */
    long dueNanos(long now) {
        Rhythm current = rhythm;
        return current == null ? NOTHING_DUE : current.changesIn(now);
    }

    /** Whether goroutines should give way, for their machines to pause. Any thread. */
    boolean isPausing(long now) {
        Rhythm current = rhythm;
        return current != null && current.pauses(now);
    }

    /** For a machine between two goroutines. */
    void await(Machine machine) {
        Rhythm current = rhythm;
        if (current != null) {
            long now = System.nanoTime();
            if (current.pauses(now)) {
                sleep(machine, now, now + current.changesIn(now));
            }
        }
    }

    /** The sum over all machines. Any thread. */
    long pausedNanos() {
        return pausedNanos.sum();
    }

    private void sleep(Machine machine, long begin, long until) {
        long now = begin;
        while (now - until < 0 && !machine.isInterrupted()) {
            LockSupport.parkNanos(this, until - now);
            now = System.nanoTime();
        }
        pausedNanos.add(now - begin);
    }

    /**
     * A run and a pause in each step, again and again until sysmon, which may be late, decides anew; but not for long without
     * it.
     *
     * @param start of the first step, by {@link System#nanoTime}
     */
    private record Rhythm(long start, long run) {

        boolean pauses(long now) {
            return now - start < CpuBudget.WINDOW_NANOS && inStep(now) >= run;
        }

        /** How long until the run ends or the pause does. */
        long changesIn(long now) {
            long inStep = inStep(now);
            return (inStep < run ? run : STEP_NANOS) - inStep;
        }

        private long inStep(long now) {
            return Math.max(0, now - start) % STEP_NANOS;
        }
    }
}
