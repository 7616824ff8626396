package dev.gmp.internal.quota;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.IdleSets;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.Processors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets machines pause between two goroutines when the container's CPU quota would not last: a few milliseconds now and then,
 * instead of the tens of milliseconds for which the kernel stops every thread, those of the JVM and of the web server too.
 *
 * <p>Sysmon decides about every {@link QuotaBudget#STEP_NANOS}. Goroutines that have used up a time slice wait in a pause, and
 * short ones pass: those pause, too, when next to nothing is left of the quota, unless as many goroutines compute without a
 * processor as it is worth CPUs. These cannot be stopped, and would use what the short ones leave. A machine keeps its
 * processor while it pauses; others may steal from it, and pause as well.
 */
public final class QuotaPacer {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    /** The share of the quota that short goroutines leave to threads that are not paced. */
    private static final double NEXT_TO_NOTHING = 0.02;

    private static final long STEP_NANOS = QuotaBudget.STEP_NANOS;

    private final Processors processors;
    private final IdleSets idle;
    private final CpuLimitSource source;
    private final QuotaBudget budget = new QuotaBudget();

    /** Not an adder: that takes memory when two machines meet, and they hold processors then. */
    private final AtomicLong pausedNanos = new AtomicLong();

    private CpuLimit limit = CpuLimit.none("not read yet");

    /** False once the use of the quota was asked for in vain, until the quota is read again: asking takes files. */
    private boolean isUseKnown;

    private long decidedAt = System.nanoTime() - Long.MAX_VALUE / 2;
    private volatile @Nullable Rhythm rhythm;

    public QuotaPacer(Processors processors, IdleSets idle, CpuLimitSource source) {
        this.processors = processors;
        this.idle = idle;
        this.source = source;
    }

    /** What a scheduler with these settings is paced by. */
    public static CpuLimitSource limitOf(SchedulerConfig config) {
        return config.cpuPacing() ? CgroupReadings.limit() : CpuLimitSource.NONE;
    }

    /** Reads the quota again; by sysmon, about once a second. */
    public void readLimit() {
        limit = source.read();
        isUseKnown = true;
    }

    /** How many CPUs the quota is worth, at least one; {@link Integer#MAX_VALUE} without one. By sysmon. */
    public int wholeCpus() {
        return limit.isNone() ? Integer.MAX_VALUE : Math.max(1, (int) limit.cpus());
    }

    /**
     * By sysmon, at each tick.
     *
     * @param overtime how many goroutines compute without a processor
     */
    public void tick(long now, int overtime) {
        if (now - decidedAt >= STEP_NANOS) {
            decidedAt = now;
            rhythm = limit.isNone() || !isUseKnown ? null : decide(now, overtime >= limit.cpus());
        }
    }

    /** How long after a tick the next thing is due. By sysmon. */
    public long dueNanos(long now) {
        Rhythm current = rhythm;
        return current == null
                ? NOTHING_DUE
                : current.changesIn(Phase.BEGINNING, now); // the others' runs end with a step
    }

    /** Whether goroutines that have used up a time slice wait now. By the machine. */
    public boolean isPausing(Machine machine) {
        Rhythm current = rhythm;
        return current != null && current.pauses(phase(machine), System.nanoTime());
    }

    /** Whether the goroutine that runs on a processor is to give way. */
    public boolean isToGiveWay(Processor processor, long now) {
        Rhythm current = rhythm;
        return current != null
                && (processor.estimatedExpired() || current.holdsAll())
                && current.pauses(Phase.of(processor), now);
    }

    /** For a machine before it looks for a goroutine. */
    public void awaitIfNextToNothingIsLeft(Machine machine) {
        Rhythm current = rhythm;
        if (current == null || !current.holdsAll()) {
            return;
        }
        long begin = System.nanoTime();
        Phase phase = phase(machine);
        if (!current.pauses(phase, begin)) {
            return;
        }
        long until = begin + current.changesIn(phase, begin);
        long now = begin;
        while (now - until < 0 && !machine.thread().isInterrupted()) {
            LockSupport.parkNanos(this, until - now);
            now = System.nanoTime();
        }
        pausedNanos.addAndGet(now - begin);
    }

    /** For a machine that has found nothing but what is to wait; until the end of the pause, or it is unparked. */
    public void sleep(Machine machine) {
        Rhythm current = rhythm;
        long begin = System.nanoTime();
        Phase phase = phase(machine);
        if (current != null && current.pauses(phase, begin)) {
            LockSupport.parkNanos(this, current.changesIn(phase, begin));
            Thread.interrupted(); // it would end every later pause at once
            pausedNanos.addAndGet(System.nanoTime() - begin);
        }
    }

    /** The sum over all machines. Any thread. */
    public long pausedNanos() {
        return pausedNanos.get();
    }

    private static Phase phase(Machine machine) {
        Processor processor = machine.processor();
        return processor == null ? Phase.BEGINNING : Phase.of(processor);
    }

    private @Nullable Rhythm decide(long now, boolean othersUseItUp) {
        long used = source.usedNanos();
        isUseKnown = used >= 0;
        if (!isUseKnown) {
            return null;
        }
        int running = Math.max(1, processors.count() - idle.processors().count());
        long run = budget.runNanos(now, used, limit.cpus(), running, othersUseItUp);
        boolean holdsAll = !othersUseItUp && budget.leftShare() < NEXT_TO_NOTHING;
        return run < STEP_NANOS ? new Rhythm(now, run, holdsAll) : null;
    }

    /**
     * When a processor runs in a step: half of them at its beginning, half at its end, so that they use as few CPUs at once as
     * they can, and sysmon finds one free to tell them when to stop.
     */
    private enum Phase {
        BEGINNING,
        END;

        static Phase of(Processor processor) {
            return (processor.id() & 1) == 0 ? BEGINNING : END;
        }
    }

    /**
     * A run and a pause in each step, again and again until sysmon, which may be late, decides anew; but not for long without
     * it.
     *
     * @param start of the first step, by {@link System#nanoTime}
     * @param holdsAll not only those that have used up a time slice
     */
    private record Rhythm(long start, long run, boolean holdsAll) {

        boolean pauses(Phase phase, long now) {
            return now - start < QuotaBudget.WINDOW_NANOS
                    && (phase == Phase.BEGINNING ? inStep(now) >= run : inStep(now) < STEP_NANOS - run);
        }

        /** How long until the run ends or the pause does. */
        long changesIn(Phase phase, long now) {
            long inStep = inStep(now);
            long change = phase == Phase.BEGINNING ? run : STEP_NANOS - run;
            return (inStep < change ? change : STEP_NANOS) - inStep;
        }

        private long inStep(long now) {
            return Math.max(0, now - start) % STEP_NANOS;
        }
    }
}
