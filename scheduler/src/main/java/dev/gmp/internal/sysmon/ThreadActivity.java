package dev.gmp.internal.sysmon;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.util.KernelStates;
import dev.gmp.internal.util.KernelThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * Tells a machine that blocks from one that computes, because the JVM has no hook on system calls. A thread that waits
 * or is blocked has that state. A thread in native code is RUNNABLE, but its CPU time stands still. So does that of a
 * thread that waits for a CPU, because others have them all or the quota is used up: the kernel tells these apart.
 */
public final class ThreadActivity {

    /** A thread that has used less than this share of the time has mostly not run. */
    private static final int IDLE_SHARE = 8;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final KernelStates states = new KernelStates();

    /** Whether its goroutine has declared to block, or its thread waits for something. */
    static boolean isWaiting(Machine machine) {
        if (machine.isBlocking()) {
            return true;
        }
        return switch (machine.thread().getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> true;
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }

    /** Whether it has a goroutine, or is looking for one. */
    public static boolean hasStack(Machine machine) {
        return !machine.isParked() || machine.parkedFor() != null;
    }

    /** The stack of its goroutine: that of the thread itself, or of the virtual thread that it carries or waits for. */
    public static List<StackTraceElement> stack(Machine machine) {
        VirtualGoroutine waiting = machine.parkedFor();
        Goroutine running = waiting == null ? machine.currentAcquire() : waiting;
        Thread carried = running instanceof VirtualGoroutine goroutine ? goroutine.thread() : null;
        return List.of((carried == null ? machine.thread() : carried).getStackTrace());
    }

    /**
     * For how long the thread of a machine that blocks has not run: at least for so long. It is known from the first look on.
     *
     * @param now as {@link System#nanoTime}
     * @return nanoseconds; 0 at the first look, and where the JVM cannot tell
     */
    public long standsStillFor(Machine machine, long now) {
        long cpu = cpuNanos(machine);
        return cpu < 0 ? 0 : machine.sightings().standsStillFor(cpu, now);
    }

    /** CPU time that its thread has used, in nanoseconds; -1 where the JVM cannot tell. */
    long cpuNanos(Machine machine) {
        return tellsCpuTime() ? threads.getThreadCpuTime(machine.thread().getId()) : -1;
    }

    /** Without that nothing tells which thread computes after having blocked. */
    boolean tellsCpuTime() {
        return threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
    }

    /** Whether a thread that used so much of so long a time did not run for most of it: it was blocked, or waited for a CPU. */
    static boolean hardlyRan(long cpuNanosUsed, long elapsedNanos) {
        return cpuNanosUsed < elapsedNanos / IDLE_SHARE;
    }

    /** Closes the files, which are opened again when needed. */
    void closeFiles() {
        states.closeFiles();
    }

    /** Whether the kernel has blocked it, as far as is known: it does not wait for a CPU. */
    boolean isBlockedInKernel(Machine machine) {
        KernelThread thread = machine.kernelThread();
        return thread == null || !states.isOnCpuOrWaitsForOne(thread);
    }
}
