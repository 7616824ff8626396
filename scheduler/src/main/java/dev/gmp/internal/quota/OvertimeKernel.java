package dev.gmp.internal.quota;

import dev.gmp.internal.jdk.KernelPriority;

/** The kernel's operations on threads in overtime. Any thread. */
public interface OvertimeKernel {

    /** The one that this JVM runs on. */
    OvertimeKernel SYSTEM = new LinuxOvertimeKernel();

    /** The priority of the calling thread: its nice value. */
    int current();

    /** @return false if it is refused */
    boolean set(int kernelId, int priority);

    /** The effect of lowering a thread with the caller's priority. */
    KernelPriority.Trial tryLowering(int low);

    /** Lets the calling thread have a CPU sooner, and for less time. @return false if it is refused, or not known of */
    boolean shortenSlice();

    /**
     * Lets a thread run on a few of the CPUs only, the same for all that are confined to as many.
     *
     * @return false if there are no more CPUs than that, or it is refused
     */
    boolean confine(int kernelId, int cpus);

    /** Lets the calling thread run on all CPUs again. @return false if it is refused */
    boolean release();
}
