package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.nio.LongBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For how long a thread asks the Linux kernel for a CPU at a time (man 2 sched_setattr, {@code sched_runtime}). Of
 * threads of the same weight, one with a shorter slice comes sooner, and interrupts one with a longer slice. The share
 * of the CPUs that each gets stays the same. It takes Linux 6.12 or later (EEVDF, "custom slices"); an older kernel
 * ignores it.
 *
 * <p>Needs what {@link KernelPriority} needs, on x86-64 or AArch64: older C libraries know the call by its number only.
 */
public final class KernelSlice {

    /** The shortest that the kernel gives. */
    static final long SHORTEST_NANOS = 100_000;

    /** Of the call that sets, by the name that the JVM has for the architecture; the one that gets is the next. */
    private static final Map<String, Integer> NUMBERS = Map.of("amd64", 314, "aarch64", 274);

    private static final long CALLER = 0;
    private static final int SCHED_OTHER = 0;

    /** A flag: threads started by the thread get the kernel's own slice, and no negative nice value. */
    private static final long RESET_ON_FORK = 1;

    private KernelSlice() {}

    /**
     * Shortens that of the calling thread, but not of those that it starts from now on.
     *
     * @return whether the kernel has taken it: false also if the thread's priority is above the normal one, or its policy
     *     another
     */
    public static boolean shorten() {
        return Attributes.OF_CALLER != null && Attributes.OF_CALLER.shorten();
    }

    /** {@code struct sched_attr} in its first version, and the calls that read and write it. One thread at a time. */
    private record Attributes(LongBuffer fields, MethodHandle get, MethodHandle set) {
        private static final long SIZE = 48;

        /** Where the fields are, in longs: the first and the third are two ints, of which the first is the lower half. */
        private static final int SIZE_AND_POLICY = 0;

        private static final int FLAGS = 1;
        private static final int NICE_AND_PRIORITY = 2;
        private static final int RUNTIME = 3;

        static final @Nullable Attributes OF_CALLER = find();

        private static @Nullable Attributes find() {
            Integer number = NUMBERS.get(System.getProperty("os.arch", ""));
            CLibrary.Memory memory = number == null || !KernelPriority.available() ? null : CLibrary.Memory.of(SIZE);
            if (number == null || memory == null) {
                return null;
            }
            MethodHandle set = CLibrary.findSystemCall(number, CALLER, memory, 0L);
            MethodHandle get = CLibrary.findSystemCall(number + 1, CALLER, memory, SIZE, 0L);
            return set == null || get == null ? null : new Attributes(memory.longs(), get, set);
        }

        synchronized boolean shorten() {
            if (call(get) != 0 || fields.get(SIZE_AND_POLICY) >>> 32 != SCHED_OTHER || nice() < 0) {
                return false;
            }
            fields.put(SIZE_AND_POLICY, SIZE);
            fields.put(FLAGS, RESET_ON_FORK);
            fields.put(RUNTIME, SHORTEST_NANOS);
            return call(set) == 0 && call(get) == 0 && fields.get(RUNTIME) == SHORTEST_NANOS;
        }

        private int nice() {
            return (int) fields.get(NICE_AND_PRIORITY);
        }

        private static int call(MethodHandle function) {
            try {
                return (int) function.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError("a C function throws nothing", e);
            }
        }
    }
}
