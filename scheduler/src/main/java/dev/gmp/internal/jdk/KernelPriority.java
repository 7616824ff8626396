package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread's priority in the Linux kernel, its nice value: -20 is the highest, 19 the lowest. Linux has one for each
 * thread, though POSIX says process (man 2 setpriority, "C library/kernel differences").
 *
 * <p>Calls the C library through {@code java.lang.foreign}, found by reflection since it is newer than our bytecode. That
 * needs JDK 22 or later, and native access granted by the person who starts the JVM; otherwise nothing is called, and so
 * nothing warns. Any thread; a call takes a microsecond.
 */
public final class KernelPriority {

    /** 0 and 19 are what the kernel allows; negative ones need privileges. */
    public static final int LOWEST = 19;

    private static final int FIRST_FEATURE = 22;
    private static final int PRIO_PROCESS = 0;
    private static final int CALLER = 0;

    private static final String REASON = findReason();
    private static final @Nullable MethodHandle GET = REASON.isEmpty() ? find("getpriority", 2) : null;
    private static final @Nullable MethodHandle SET = REASON.isEmpty() ? find("setpriority", 3) : null;

    private KernelPriority() {}

    /** Whether {@link #set} can do anything. Never changes while the JVM runs. */
    public static boolean available() {
        return GET != null && SET != null;
    }

    /** Why {@link #available} is false, in words for the person who starts the JVM. Empty when it is true. */
    public static String reason() {
        return REASON.isEmpty() && !available() ? "the C library has no setpriority" : REASON;
    }

    /** The calling thread's; 0 if not {@link #available}. */
    public static int current() {
        MethodHandle get = GET;
        try {
            return get == null ? 0 : (int) get.invokeExact(PRIO_PROCESS, CALLER);
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
    }

    /**
     * Sets that of a thread of this process.
     *
     * @param kernelId of a thread that has not ended: ids are used again; 0 for the calling thread
     * @return false if the kernel refused: any thread may lower it, but raising needs CAP_SYS_NICE, or an RLIMIT_NICE that
     *     allows the value
     */
    public static boolean set(int kernelId, int nice) {
        MethodHandle set = SET;
        try {
            return set != null && (int) set.invokeExact(PRIO_PROCESS, kernelId, nice) == 0;
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
    }

    /**
     * Whether a thread that was lowered could be raised again to where the caller is. Tried on a thread that ends then.
     *
     * @throws OutOfMemoryError if the system has no thread for that
     */
    public static boolean mayRaise() {
        int nice = current();
        boolean[] raised = new boolean[1];
        Thread trial = new Thread(
                null, () -> raised[0] = set(CALLER, nice + 1) && set(CALLER, nice), "gmp-priority-trial", 0, false);
        trial.start();
        boolean interrupted = false;
        while (trial.isAlive()) {
            try {
                trial.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return raised[0];
    }

    private static String findReason() {
        int feature = Runtime.version().feature();
        if (feature < FIRST_FEATURE) {
            return "it needs JDK " + FIRST_FEATURE + " or later, this is " + feature;
        }
        String os = System.getProperty("os.name", "");
        if (!os.toLowerCase(Locale.ROOT).contains("linux")) {
            return "it needs Linux, where each thread has a priority of its own, this is " + os;
        }
        Module ours = KernelPriority.class.getModule();
        try {
            boolean enabled = (boolean) MethodHandles.publicLookup()
                    .findVirtual(Module.class, "isNativeAccessEnabled", MethodType.methodType(boolean.class))
                    .invokeExact(ours);
            return enabled ? "" : howToEnable(ours);
        } catch (Throwable e) {
            return "native access cannot be asked for on this JDK (" + Runtime.version() + "): " + e;
        }
    }

    private static String howToEnable(Module ours) {
        String flag = "it needs native access: start the JVM with --enable-native-access=";
        return ours.isNamed()
                ? flag + ours.getName()
                : flag + "ALL-UNNAMED, or, where it starts an executable jar (java -jar), put the entry"
                        + " 'Enable-Native-Access: ALL-UNNAMED' into the jar's manifest";
    }

    /** A function of the C library that takes so many ints and returns one; null if it cannot be had. */
    private static @Nullable MethodHandle find(String function, int parameters) {
        try {
            Class<?> linkerClass = Class.forName("java.lang.foreign.Linker");
            Class<?> layoutClass = Class.forName("java.lang.foreign.MemoryLayout");
            Class<?> descriptorClass = Class.forName("java.lang.foreign.FunctionDescriptor");
            Class<?> optionClass = Class.forName("java.lang.foreign.Linker$Option");
            Class<?> segmentClass = Class.forName("java.lang.foreign.MemorySegment");
            Object linker = linkerClass.getMethod("nativeLinker").invoke(null);
            Object library = linkerClass.getMethod("defaultLookup").invoke(linker);
            Optional<?> address = (Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                    .getMethod("find", String.class)
                    .invoke(library, function);
            Object anInt = Class.forName("java.lang.foreign.ValueLayout")
                    .getField("JAVA_INT")
                    .get(null);
            Object ints = Array.newInstance(layoutClass, parameters);
            for (int i = 0; i < parameters; i++) {
                Array.set(ints, i, anInt);
            }
            Object descriptor = descriptorClass
                    .getMethod("of", layoutClass, ints.getClass())
                    .invoke(null, anInt, ints);
            Object noOptions = Array.newInstance(optionClass, 0);
            return (MethodHandle) linkerClass
                    .getMethod("downcallHandle", segmentClass, descriptorClass, noOptions.getClass())
                    .invoke(linker, address.orElseThrow(), descriptor, noOptions);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }
}
