package dev.gmp.internal.quota;

import dev.gmp.internal.jdk.KernelPriority.Trial;

/** A kernel for a process without privileges, which lowers threads for real, and raises none. */
public class UnprivilegedKernel implements OvertimeKernel {

    @Override
    public int current() {
        return OvertimeKernel.SYSTEM.current();
    }

    @Override
    public boolean set(int kernelId, int priority) {
        return kernelId != 0 && OvertimeKernel.SYSTEM.set(kernelId, priority);
    }

    @Override
    public Trial tryLowering(int low) {
        return Trial.LOWERS_FOR_GOOD;
    }

    @Override
    public boolean shortenSlice() {
        return OvertimeKernel.SYSTEM.shortenSlice();
    }

    @Override
    public boolean confine(int kernelId, int cpus) {
        return OvertimeKernel.SYSTEM.confine(kernelId, cpus);
    }

    @Override
    public boolean release() {
        return OvertimeKernel.SYSTEM.release();
    }
}
