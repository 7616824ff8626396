package dev.gmp.internal.quota;

import dev.gmp.internal.jdk.KernelCpus;
import dev.gmp.internal.jdk.KernelPriority;
import dev.gmp.internal.jdk.KernelSlice;
import dev.gmp.internal.util.ServiceThreads;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Linux, as the classes of {@link dev.gmp.internal.jdk} call it. Nothing is called before it is asked for something. */
public final class LinuxOvertimeKernel implements OvertimeKernel {

    /** The normal nice value, read before the first thread was lowered; null until then. */
    private static volatile @Nullable Integer normal;

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
        if (normal == null) {
            normal = KernelPriority.current();
            ServiceThreads.beginBy(this::raiseNewThread);
        }
        Cpus.count(); // now, rather than when the first thread is confined
        return KernelPriority.tryLowering(low);
    }

    @Override
    public boolean shortenSlice() {
        return KernelSlice.shorten();
    }

    @Override
    public boolean confine(int kernelId, int cpus) {
        KernelCpus few = cpus < Cpus.count() ? Cpus.few(cpus) : null;
        return few != null && few.keep(kernelId);
    }

    @Override
    public boolean release() {
        return Cpus.ALL == null || Cpus.ALL.keep(0);
    }

    /** Gives the calling thread, which is new, what threads have that none was lowered for: its starter may have been. */
    private void raiseNewThread() {
        Integer before = normal;
        if (before != null && KernelPriority.current() > before) {
            KernelPriority.set(0, before);
            release(); // the kernel lets a thread have its CPUs back also where it raises no thread
        }
    }

    private static final class Cpus {

        /** Which is the first of a few, by lot: JVMs beside each other shall not meet on the same ones. */
        private static final int FIRST = new SplittableRandom().nextInt();

        /** The CPUs of the first thread that asks, when none is confined yet. */
        static final @Nullable KernelCpus ALL = KernelCpus.ofCaller();

        /** Fewer of them, by how many. */
        private static final AtomicReferenceArray<@Nullable KernelCpus> FEW = new AtomicReferenceArray<>(count());

        static int count() {
            return ALL == null ? 0 : ALL.count();
        }

        /** @return null without memory for it */
        static @Nullable KernelCpus few(int count) {
            KernelCpus few = FEW.get(count);
            if (few == null && ALL != null) {
                few = ALL.some(count, FIRST);
                FEW.set(count, few); // another sysmon may have done the same
            }
            return few;
        }
    }
}
