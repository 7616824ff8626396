package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * CPUs that the Linux kernel may run a thread on (man 2 sched_setaffinity). Needs what {@link KernelPriority} needs, and is
 * nowhere else. Immutable; any thread may use it; a call takes a microsecond. Each takes a little memory for ever: there
 * should be few.
 */
public final class KernelCpus {

    /** For 8,192 CPUs, the most that Linux is built for; the C library wants no less than there are. */
    private static final long MASK_BYTES = 1_024;

    private static final int CALLER = 0;

    private final BitSet cpus;
    private final MethodHandle set;

    private KernelCpus(BitSet cpus, MethodHandle set) {
        this.cpus = cpus;
        this.set = set;
    }

    /** The CPUs that the calling thread may run on; null if unknown. */
    public static @Nullable KernelCpus ofCaller() {
        CLibrary.Memory mask = KernelPriority.available() ? CLibrary.Memory.of(MASK_BYTES) : null;
        MethodHandle get = mask == null ? null : CLibrary.find("sched_getaffinity", mask);
        if (mask == null || get == null) {
            return null;
        }
        try {
            if ((int) get.invokeExact(CALLER) != 0) {
                return null;
            }
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
        return of(mask);
    }

    public int count() {
        return cpus.cardinality();
    }

    /**
     * As many of them.
     *
     * @param count from 1 to {@link #count()}
     * @param from which of them is the first, of their order; behind the last comes the first one
     * @return null if there is no memory for that outside of the heap
     */
    public @Nullable KernelCpus some(int count, int from) {
        Objects.checkFromToIndex(1, count, count());
        int[] all = cpus.stream().toArray();
        BitSet some = new BitSet();
        for (int i = 0; i < count; i++) {
            some.set(all[Math.floorMod(from + i, all.length)]);
        }
        CLibrary.Memory mask = CLibrary.Memory.of(MASK_BYTES);
        if (mask == null) {
            return null;
        }
        mask.longs().put(some.toLongArray());
        return of(mask);
    }

    /**
     * Lets a thread of this process run on these only, and at once.
     *
     * @param kernelId of a thread that has not ended: ids are used again; 0 for the calling thread
     * @return false if the kernel refused: the process may no longer run on any of them, or a filter forbids the call
     */
    public boolean keep(int kernelId) {
        try {
            return (int) set.invokeExact(kernelId) == 0;
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
    }

    /** @param mask whose content stays as it is from now on */
    private static @Nullable KernelCpus of(CLibrary.Memory mask) {
        MethodHandle set = CLibrary.find("sched_setaffinity", mask);
        return set == null ? null : new KernelCpus(BitSet.valueOf(mask.longs()), set);
    }

    @Override
    public String toString() {
        return cpus.toString();
    }
}
