package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.Machine;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Tells a machine that blocks from one that computes, since the JVM has no hook on system calls: a thread that waits or is
 * blocked says so; a thread that is in native code is RUNNABLE, but its CPU time stands still.
 */
final class MachineActivity {

    /** A thread that has used less than this share of the time has mostly not run. */
    private static final int IDLE_SHARE = 8;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** Whether its goroutine has declared to block, or its thread waits for something. */
    static boolean isWaiting(Machine machine) {
        if (machine.isBlocking()) {
            return true;
        }
        return switch (machine.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }

    /** CPU time that its thread has used, in nanoseconds; -1 where the JVM cannot tell. */
    long cpuNanos(Machine machine) {
        return threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
                ? threads.getThreadCpuTime(machine.getId())
                : -1;
    }

    /** Whether a thread that used so much of so long a time was held by the kernel for most of it. */
    static boolean standsStill(long cpuNanosUsed, long elapsedNanos) {
        return cpuNanosUsed < elapsedNanos / IDLE_SHARE;
    }
}
