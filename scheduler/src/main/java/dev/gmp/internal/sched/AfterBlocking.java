package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;

/**
 * Finds those who compute without a processor that was taken from them because they blocked, and those who block after one was
 * taken because they computed. Until they meet the scheduler nobody else would: there is no processor to take from them any more.
 * Used by sysmon alone.
 */
final class AfterBlocking {

    /** Reading the CPU time of a thread is a system call, and hundreds may block. */
    private static final long BETWEEN_LOOKS_NANOS = 10_000_000;

    /** Hundreds may compute, and use the CPUs up. */
    private static final long BETWEEN_CHECKS_NANOS = 100_000_000;

    private final Retaken retaken;
    private final OvertimePriority overtimePriority;
    private final Pacing pacing;
    private final MachineActivity activity;
    private final long sliceNanos;
    private boolean looked;
    private long lastLook;
    private long lastCheck;

    /** @param sliceNanos how much CPU time makes one who computes */
    AfterBlocking(
            Retaken retaken,
            OvertimePriority overtimePriority,
            Pacing pacing,
            MachineActivity activity,
            long sliceNanos) {
        this.retaken = retaken;
        this.overtimePriority = overtimePriority;
        this.pacing = pacing;
        this.activity = activity;
        this.sliceNanos = sliceNanos;
    }

    void look(long now) {
        if (retaken.isEmpty() || (looked && now - lastLook < BETWEEN_LOOKS_NANOS)) {
            return;
        }
        long sinceCheck = now - lastCheck;
        boolean checks = !looked || sinceCheck >= BETWEEN_CHECKS_NANOS;
        if (checks) {
            lastCheck = now;
        }
        looked = true;
        lastLook = now;
        for (Retaken.Entry entry : retaken.entries()) {
            if (!entry.isOvertime() && computes(entry)) {
                retaken.setOvertime(entry, true);
                lower(entry);
            } else if (checks && entry.isOvertime() && blocks(entry, sinceCheck)) {
                retaken.setOvertime(entry, false);
            }
        }
    }

    /** Whether it has used next to nothing since the last check, and does not wait for a CPU. */
    private boolean blocks(Retaken.Entry entry, long sinceCheck) {
        Machine machine = entry.machine();
        long used = entry.cpuSinceCheck(activity.cpuNanos(machine));
        return used >= 0
                && MachineActivity.hardlyRan(used, sinceCheck)
                && (MachineActivity.isWaiting(machine) || activity.isBlockedInKernel(machine));
    }

    /** Whether it has used a time slice since it was first seen to wait for nothing. */
    private boolean computes(Retaken.Entry entry) {
        Machine machine = entry.machine();
        if (MachineActivity.isWaiting(machine)) {
            entry.forgetCpu();
            return false;
        }
        long cpu = activity.cpuNanos(machine);
        return cpu >= 0 && entry.cpuSinceFirst(cpu) >= sliceNanos;
    }

    /** It may be about to notice what it has lost, and to go on to other goroutines: NICE-1 sees to that. */
    private void lower(Retaken.Entry entry) {
        Machine machine = entry.machine();
        overtimePriority.lower(machine, entry.queue(), machine.currentAcquire(), pacing.wholeCpus());
    }
}
