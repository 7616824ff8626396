package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.quota.QuotaPacer;
import dev.gmp.internal.util.Overdue;

/**
 * Finds machines that compute after their processor was taken because they blocked, and machines that block after it was
 * taken because they computed. Until they meet the scheduler nothing else would find them: they have no processor that could be
 * taken. Used by sysmon alone.
 */
public final class OvertimeReview {

    /** Nanoseconds. Those that compute use the CPUs up, and are many: looking at them comes less often. */
    private static final long BETWEEN_CHECKS_NANOS = 100_000_000;

    private final LostMachines lostMachines;
    private final OvertimePriority overtimePriority;
    private final QuotaPacer quotaPacer;
    private final ThreadActivity activity;
    private final long sliceNanos;
    private boolean reviewed;
    private long lastReview;
    private long lastCheck;

    /** @param sliceNanos how much CPU time makes a machine one that computes */
    OvertimeReview(
            LostMachines lostMachines,
            OvertimePriority overtimePriority,
            QuotaPacer quotaPacer,
            ThreadActivity activity,
            long sliceNanos) {
        this.lostMachines = lostMachines;
        this.overtimePriority = overtimePriority;
        this.quotaPacer = quotaPacer;
        this.activity = activity;
        this.sliceNanos = sliceNanos;
    }

    void tick(long now) {
        if (lostMachines.isEmpty() || (reviewed && now - lastReview < Overdue.NANOS)) {
            return; // to read the CPU time of a thread is a system call, and hundreds may block
        }
        long sinceCheck = now - lastCheck;
        boolean checks = !reviewed || sinceCheck >= BETWEEN_CHECKS_NANOS;
        if (checks) {
            lastCheck = now;
        }
        reviewed = true;
        lastReview = now;
        for (LostMachines.Entry entry : lostMachines.entries()) {
            if (!entry.isOvertime()) {
                reviewBlocked(entry);
            } else if (checks) {
                reviewOvertime(entry, sinceCheck, now);
            }
        }
    }

    /** A machine computes if it has used a time slice since it was first seen to wait for nothing. */
    private void reviewBlocked(LostMachines.Entry entry) {
        Machine machine = entry.machine();
        if (ThreadActivity.isWaiting(machine)) {
            entry.forgetCpu();
            return;
        }
        long cpu = activity.cpuNanos(machine);
        if (!entry.knowsCpu()) {
            entry.rememberCpu(cpu);
        }
        if (cpu >= 0 && entry.cpuUsed(cpu) >= sliceNanos) {
            lostMachines.setOvertime(entry, true);
            lower(entry);
        }
    }

    /** A machine blocks if it has used almost no CPU time since the last check, and does not wait for a CPU. */
    private void reviewOvertime(LostMachines.Entry entry, long sinceCheck, long now) {
        Machine machine = entry.machine();
        long cpu = activity.cpuNanos(machine);
        long used = entry.cpuUsed(cpu);
        entry.rememberCpu(cpu);
        if (used >= 0
                && ThreadActivity.hardlyRan(used, sinceCheck)
                && (ThreadActivity.isWaiting(machine) || activity.isBlockedInKernel(machine))) {
            lostMachines.setOvertime(entry, false);
            activity.standsStillFor(machine, now);
        }
    }

    /** The machine may be about to notice its loss, and to go on to other goroutines: NICE-1 covers that. */
    private void lower(LostMachines.Entry entry) {
        Machine machine = entry.machine();
        overtimePriority.lower(machine, entry.queue(), machine.currentAcquire(), quotaPacer.wholeCpus());
    }
}
