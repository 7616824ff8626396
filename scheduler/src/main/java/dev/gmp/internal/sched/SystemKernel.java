package dev.gmp.internal.sched;

import dev.gmp.internal.jdk.KernelCpus;
import dev.gmp.internal.jdk.KernelPriority;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Linux, as {@link KernelPriority} and {@link KernelCpus} call it. Where they cannot, nothing is available. */
final class SystemKernel implements OvertimeKernel {

    /** Which CPU is the first of a few: processes beside each other shall not meet on the same ones. */
    private static final int FIRST = (int) (ProcessHandle.current().pid() & Integer.MAX_VALUE);

    /** What the thread may run on that asks first, which is none that computes without a processor. */
    private final @Nullable KernelCpus all = KernelCpus.ofCaller();

    /** Fewer of them, by how many. */
    private final AtomicReferenceArray<@Nullable KernelCpus> few =
            new AtomicReferenceArray<>(all == null ? 0 : all.count());

    @Override
    public int current() {
        return KernelPriority.current();
    }

    @Override
    public boolean set(int kernelId, int priority) {
        return KernelPriority.set(kernelId, priority);
    }

    @Override
    public KernelPriority.Trial tryLowering(int low) {
        return KernelPriority.tryLowering(low);
    }

    @Override
    public void confine(int kernelId, int cpus) {
        KernelCpus those = all == null || cpus >= all.count() ? null : few(all, cpus);
        if (those != null) {
            those.keep(kernelId);
        }
    }

    @Override
    public boolean release() {
        return all == null || all.keep(0);
    }

    private @Nullable KernelCpus few(KernelCpus of, int cpus) {
        KernelCpus known = few.get(cpus);
        if (known == null) {
            known = of.some(cpus, FIRST);
            few.set(cpus, known); // another sysmon may have done the same
        }
        return known;
    }
}
