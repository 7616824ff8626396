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
 * Lets machines pause for a few milliseconds between two goroutines when the container's CPU quota would not last.
 * Otherwise the kernel stops every thread for tens of milliseconds, those of the JVM and of the web server too.
 *
 * <p>In each step of {@link QuotaBucket} processors run until a part of the tokens is spent, and pause for the rest of
 * it. Those with even numbers run at the beginning of a step, the others at its end. So few CPUs are busy at once, and
 * sysmon finds one free to tell when to stop. A goroutine that has used up a time slice waits in a pause. Others pass,
 * unless the bucket holds less than the quota of a step.
 *
 * <p>Where as many goroutines compute without a processor as the quota is worth CPUs, short ones always pass. Nothing
 * stops the former, and they would use what short ones leave. A machine keeps its processor while it pauses; others may
 * steal from it.
 */
public final class QuotaPacer {

    static final long NOTHING_DUE = Long.MAX_VALUE;

    /** The part of the tokens that is given out in a step. With all of them, what a burst has spent would come back as a burst. */
    private static final double PART_OF_TOKENS = 0.8;

    /** The least that is given out, as a part of the quota of a step: threads that do not pause may spend all tokens for long. */
    private static final double LEAST_PART = 0.1;

    private static final long STEP_NANOS = QuotaBucket.STEP_NANOS;

    private final Processors processors;
    private final IdleSets idle;
    private final CpuLimitSource source;

    /** Not an adder: that takes memory when two machines meet, and they hold processors then. */
    private final AtomicLong pausedNanos = new AtomicLong();

    private CpuLimit limit = CpuLimit.none("not read yet");

    /** False once the use of the quota was asked for in vain, until the quota is read again: asking takes files. */
    private boolean isUseKnown;

    /** Of sysmon; null before the use was known. */
    private @Nullable QuotaBucket bucket;

    private long decidedAt = System.nanoTime() - Long.MAX_VALUE / 2;

    /** Written by sysmon; null while nothing pauses. */
    private volatile @Nullable Rhythm rhythm;

    public QuotaPacer(Processors processors, IdleSets idle, CpuLimitSource source) {
        this.processors = processors;
        this.idle = idle;
        this.source = source;
    }

    /** What the processors of a scheduler with these settings pause for. */
    public static CpuLimitSource limitOf(SchedulerConfig config) {
        return config.cpuPacing() ? CgroupReadings.limit() : CpuLimitSource.NONE;
    }

    /** Reads the quota again; by sysmon, about once a second. */
    public void readLimit() {
        limit = source.read();
        isUseKnown = true;
    }

    /** Closes what tells how much is used, until that is asked for again; by sysmon. */
    public void closeFiles() {
        source.closeFiles();
    }

    /** How many CPUs the quota is worth, at least one; {@link Integer#MAX_VALUE} without one. By sysmon. */
    public int wholeCpus() {
        return limit.isNone() ? Integer.MAX_VALUE : Math.max(1, (int) limit.cpus());
    }

    /** By sysmon, at each tick. @param overtime how many goroutines compute without a processor */
    public void tick(long now, int overtime) {
        if (now - decidedAt >= STEP_NANOS) {
            decidedAt = now;
            rhythm = decide(now, overtime);
        }
    }

    /** How long after a tick the next thing is due. By sysmon. */
    public long dueNanos(long now) {
        Rhythm current = rhythm;
        return current == null
                ? NOTHING_DUE
                : Math.abs(current.pauseNanos(true, now)); // the others' runs end with a step
    }

    /** Whether goroutines that have used up a time slice wait now. By the machine. */
    public boolean isPausing(Machine machine) {
        Rhythm current = rhythm;
        return current != null && current.pauseNanos(runsFirst(machine.processor()), System.nanoTime()) > 0;
    }

    /** Whether the goroutine that runs on a processor is to give way. */
    public boolean isToGiveWay(Processor processor, long now) {
        Rhythm current = rhythm;
        return current != null
                && (processor.estimatedExpired() || current.holdsAll())
                && current.pauseNanos(runsFirst(processor), now) > 0;
    }

    /** For a machine before it looks for a goroutine. */
    public void awaitIfNextToNothingIsLeft(Machine machine) {
        Rhythm current = rhythm;
        if (current == null || !current.holdsAll()) {
            return;
        }
        long begin = System.nanoTime();
        long pause = current.pauseNanos(runsFirst(machine.processor()), begin);
        if (pause <= 0) {
            return;
        }
        long now = begin;
        while (now - begin < pause && !machine.thread().isInterrupted()) {
            LockSupport.parkNanos(this, begin + pause - now);
            now = System.nanoTime();
        }
        pausedNanos.addAndGet(now - begin);
    }

    /** For a machine that has found nothing but what is to wait; until the end of the pause, or it is unparked. */
    public void sleep(Machine machine) {
        Rhythm current = rhythm;
        long begin = System.nanoTime();
        long pause = current == null ? 0 : current.pauseNanos(runsFirst(machine.processor()), begin);
        if (pause > 0) {
            LockSupport.parkNanos(this, pause);
            Thread.interrupted(); // it would end every later pause at once
            pausedNanos.addAndGet(System.nanoTime() - begin);
        }
    }

    /** The sum over all machines. Any thread. */
    public long pausedNanos() {
        return pausedNanos.get();
    }

    private static boolean runsFirst(@Nullable Processor processor) {
        return processor == null || (processor.id() & 1) == 0;
    }

    private @Nullable Rhythm decide(long now, int overtime) {
        long used = limit.isNone() || !isUseKnown ? -1 : source.usedNanos();
        isUseKnown = used >= 0;
        if (!isUseKnown) {
            return null;
        }
        if (bucket == null) {
            bucket = new QuotaBucket(now, used);
        }
        double tokens = bucket.tokens(now, used, limit.cpus());
        double quota = limit.cpus() * STEP_NANOS;
        int running = Math.max(1, processors.count() - idle.processors().count());
        long run = (long) Math.max(1, Math.max(PART_OF_TOKENS * tokens, LEAST_PART * quota) / running);
        return run < STEP_NANOS ? new Rhythm(now, run, tokens < quota && overtime < limit.cpus()) : null;
    }

    /**
     * A run and a pause in each step, again and again until sysmon, which may be late, decides anew; but not for long without
     * it.
     *
     * @param start of the first step, by {@link System#nanoTime}
     * @param run nanoseconds of a step
     * @param holdsAll not only those that have used up a time slice
     */
    private record Rhythm(long start, long run, boolean holdsAll) {

        /** How long the pause still lasts; the negative of how long the run does, if it is none. */
        long pauseNanos(boolean runsFirst, long now) {
            long inStep = Math.max(0, now - start) % STEP_NANOS;
            long change = runsFirst ? run : STEP_NANOS - run;
            boolean isChanged = inStep >= change;
            long left = (isChanged ? STEP_NANOS : change) - inStep;
            return isChanged == runsFirst && now - start < QuotaBucket.PERIOD_NANOS ? left : -left;
        }
    }
}
