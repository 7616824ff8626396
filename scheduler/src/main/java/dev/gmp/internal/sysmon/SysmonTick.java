package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.util.Overdue;

/** Sysmon's observations of one processor (Go: {@code sysmontick}). */
public final class SysmonTick {

    /** How long a goroutine must have run before observers are told since when; shorter ones are gone before they read it. */
    private static final long SIGHTED_NANOS = 1_000_000;

    private final ThreadActivity activity;
    private Object machine = this;
    private long tick;
    private int step;
    private int nextTasks;
    private long sliceSince;
    private long askedSince;
    private long askedCpu;
    private long stepSince;
    private long taskSince;
    private long cpuSince;
    private long cpu = -1;
    private long kernelAskedAt;
    private boolean isBlockedInKernel;
    private boolean standsStill;
    private boolean sighted;

    SysmonTick(ThreadActivity activity) {
        this.activity = activity;
    }

    /** Notes what the machine that holds the processor does. */
    void update(Processor processor, Machine holder, long now) {
        boolean same = machine == holder;
        if (!same
                || step != holder.estimatedSteps()
                || nextTasks != holder.counters().estimatedNextTasks()) {
            nextTasks = holder.counters().estimatedNextTasks();
            taskSince = now;
        }
        if (!same || tick != processor.schedTick()) {
            tick = processor.schedTick();
            sliceSince = now;
            taskSince = now;
            askedSince = now;
            askedCpu = -1;
        }
        if (!same || step != holder.estimatedSteps()) {
            step = holder.estimatedSteps();
            stepSince = now;
            cpuSince = now;
            cpu = -1;
            standsStill = false;
            sighted = false;
        } else {
            if (now - cpuSince >= PreemptionPolicy.SHORTEST_SLICE_NANOS && !ThreadActivity.isWaiting(holder)) {
                noteCpu(holder, now);
            }
            if (!sighted && now - stepSince >= SIGHTED_NANOS) {
                tellSince(holder);
            }
        }
        machine = holder;
    }

    /** Tells observers since when the holder has been running what it runs. */
    void tellSince(Machine holder) {
        sighted = true;
        holder.sightings().sawStep(step, stepSince);
    }

    /** How long its time slice has lasted, as far as sysmon has seen it. */
    long sliceNanos(long now) {
        return now - sliceSince;
    }

    /** Its goroutine has just been asked to give way. */
    void asked(Machine holder, long now) {
        askedSince = now;
        askedCpu = cpuNanos(holder, now);
    }

    /**
     * How much longer its goroutine has to answer. What counts is the time in which its thread could: one that the kernel keeps
     * waiting for a CPU is not taken for one that computes. The processor does not wait for such a thread for ever.
     *
     * @param allowed from when it was asked
     */
    long answerLeftNanos(Machine holder, long allowed, long now) {
        long elapsed = now - askedSince;
        if (elapsed < allowed || elapsed >= Overdue.NANOS || askedCpu < 0) {
            return allowed - elapsed;
        }
        long used = cpuNanos(holder, now) - askedCpu;
        boolean isStill = elapsed >= PreemptionPolicy.SHORTEST_SLICE_NANOS && isStill(holder, used, elapsed, now);
        return used < 0 || isStill ? allowed - elapsed : allowed - used;
    }

    /** How long it has been running the same goroutine, as far as sysmon has seen it. */
    long stepNanos(long now) {
        return now - stepSince;
    }

    /** How long it has been at the same task in this slice, of those that its goroutine does one after the other. */
    long taskNanos(long now) {
        return now - taskSince;
    }

    /** Whether its thread wanted no CPU for most of the last milliseconds, though it waits for nothing that the JVM knows. */
    boolean standsStill() {
        return standsStill;
    }

    private void noteCpu(Machine holder, long now) {
        long used = activity.cpuNanos(holder);
        if (used >= 0 && cpu >= 0) {
            standsStill = ThreadActivity.hardlyRan(used - cpu, now - cpuSince) && noteKernel(holder, now);
        }
        cpu = used;
        cpuSince = now;
    }

    private boolean noteKernel(Machine holder, long now) {
        isBlockedInKernel = activity.isBlockedInKernel(holder);
        kernelAskedAt = now;
        return isBlockedInKernel;
    }

    /** The reading of this tick, which takes a system call or a file, and is not repeated. */
    private long cpuNanos(Machine holder, long now) {
        return cpuSince == now && cpu >= 0 ? cpu : activity.cpuNanos(holder);
    }

    /** Whether a thread that used so much of so long a time was blocked in the kernel for most of it. */
    private boolean isStill(Machine holder, long cpuUsed, long elapsed, long now) {
        if (!ThreadActivity.hardlyRan(cpuUsed, elapsed)) {
            return false;
        }
        return kernelAskedAt == now ? isBlockedInKernel : activity.isBlockedInKernel(holder);
    }
}
