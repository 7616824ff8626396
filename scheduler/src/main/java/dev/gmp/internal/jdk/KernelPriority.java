package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A thread's priority in the Linux kernel: its nice value, of which -20 is the highest and 19 the lowest. Linux has one
 * for each thread, though POSIX says process (man 2 setpriority, "C library/kernel differences").
 *
 * <p>Calls the C library by {@link CLibrary}. That needs JDK 22 or later, and native access granted when the JVM is
 * started. Otherwise nothing is called, so the JVM prints no warning. Any thread; a call takes a microsecond.
 */
public final class KernelPriority {

    public static final int LOWEST_NICE = 19;

    private static final int FIRST_FEATURE = 22;
    private static final int PRIO_PROCESS = 0;
    private static final int CALLER = 0;

    private static final String REASON = findReason();
    private static final @Nullable MethodHandle GET = REASON.isEmpty() ? CLibrary.find("getpriority", 2) : null;
    private static final @Nullable MethodHandle SET = REASON.isEmpty() ? CLibrary.find("setpriority", 3) : null;

    private KernelPriority() {}

    /** Whether {@link #set} can do anything. Never changes while the JVM runs. */
    public static boolean available() {
        return GET != null && SET != null;
    }

    /** Why {@link #available} is false, for logs: what to add to the JVM's start. Empty when it is true. */
    public static String reason() {
        return REASON.isEmpty() && !available() ? "the C library has no getpriority or setpriority" : REASON;
    }

    /** The calling thread's; 0 if not {@link #available}. */
    public static int current() {
        MethodHandle get = GET;
        if (get == null) {
            return 0;
        }
        try {
            return (int) get.invokeExact(PRIO_PROCESS, CALLER);
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
    }

    /**
     * Sets that of a thread of this process.
     *
     * @param kernelId of a thread that has not ended: ids are used again; 0 for the calling thread
     * @param nice from -20 to {@value #LOWEST_NICE}
     * @return false if the kernel refused: any thread may lower it, but raising needs CAP_SYS_NICE, or an RLIMIT_NICE that
     *     allows the value
     */
    public static boolean set(int kernelId, int nice) {
        MethodHandle set = SET;
        if (set == null) {
            return false;
        }
        try {
            return (int) set.invokeExact(PRIO_PROCESS, kernelId, nice) == 0;
        } catch (Throwable e) {
            throw new AssertionError("a C function throws nothing", e);
        }
    }

    /**
     * The effect of lowering a thread with the caller's priority. Tried on a thread that then ends.
     *
     * @param low a nice value above the caller's
     * @throws OutOfMemoryError if the system has no thread for that
     */
    public static Trial tryLowering(int low) {
        int before = current();
        return CompletableFuture.supplyAsync(
                        () -> lowerAndRaise(low, before),
                        body -> new Thread(null, body, "gmp-priority-trial", 0, false).start())
                .join();
    }

    private static Trial lowerAndRaise(int low, int before) {
        if (!set(CALLER, low)) {
            return Trial.REFUSES;
        }
        return set(CALLER, before) ? Trial.MAY_RAISE : Trial.LOWERS_FOR_GOOD;
    }

    /** The changes of priority that the kernel allows this process. */
    public enum Trial {
        /** To lower a thread and to raise it again. */
        MAY_RAISE,
        /** To lower it only. */
        LOWERS_FOR_GOOD,
        /** Neither. */
        REFUSES
    }

    private static String findReason() {
        if (NativeImage.isThis()) {
            return "it needs a JVM, and this is a native image";
        }
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
            return "native access cannot be determined on this JDK (" + Runtime.version() + "): " + e;
        }
    }

    private static String howToEnable(Module ours) {
        String flag = "it needs native access: start the JVM with --enable-native-access=";
        return ours.isNamed()
                ? flag + ours.getName()
                : flag + "ALL-UNNAMED, or, where it starts an executable jar (java -jar), put the entry"
                        + " 'Enable-Native-Access: ALL-UNNAMED' into the jar's manifest";
    }
}
