package dev.gmp.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.nio.Buffer;
import java.nio.LongBuffer;
import java.util.Map;
import java.util.Objects;

/**
 * A filter of one system call for the whole process, which stays until its end (man 2 seccomp): what systemd and container
 * runtimes put before an application. Linux on x86-64 or AArch64, and native access.
 */
public final class SystemCallFilter {

    /** What becomes of a caller. */
    public enum Action {
        KILLS(0x8000_0000),
        REFUSES(0x0005_0000 | 1); // EPERM

        private final int code;

        Action(int code) {
            this.code = code;
        }
    }

    /** By the name that the JVM has for the architecture. */
    private static final Map<String, Map<String, Integer>> NUMBERS = Map.of(
            "amd64",
            Map.of("seccomp", 317, "prctl", 157, "setpriority", 141, "sched_setscheduler", 144),
            "aarch64",
            Map.of("seccomp", 277, "prctl", 167, "setpriority", 140, "sched_setscheduler", 119));

    private static final long SET_NO_NEW_PRIVILEGES = 38;
    private static final long SET_FILTER = 1;
    private static final long ON_ALL_THREADS = 1;
    private static final int ALLOWS = 0x7fff_0000;

    private SystemCallFilter() {}

    static boolean isKnownHere() {
        return NUMBERS.containsKey(System.getProperty("os.arch"));
    }

    /** @param call {@code setpriority} or {@code sched_setscheduler} */
    public static void install(String call, Action action) throws Throwable {
        CLibrary.Memory filter = Objects.requireNonNull(CLibrary.Memory.of(32));
        filter.longs()
                .put(instruction(0x20, 0, 0, 0)) // load the number of the call
                .put(instruction(0x15, 0, 1, number(call))) // if it is not this one, leave the next out
                .put(instruction(0x06, 0, 0, action.code))
                .put(instruction(0x06, 0, 0, ALLOWS));
        CLibrary.Memory program = Objects.requireNonNull(CLibrary.Memory.of(16));
        program.longs().put(4).put(addressOf(filter.longs()));
        call("prctl", SET_NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L);
        call("seccomp", SET_FILTER, ON_ALL_THREADS, program);
    }

    private static void call(String name, Object... arguments) throws Throwable {
        MethodHandle handle = Objects.requireNonNull(CLibrary.findSystemCall(number(name), arguments));
        int result = (int) handle.invokeExact();
        if (result != 0) {
            throw new IllegalStateException(name + " failed");
        }
    }

    private static int number(String call) {
        return NUMBERS.get(System.getProperty("os.arch")).get(call);
    }

    /** {@code struct sock_filter}, as a little-endian machine has it. */
    private static long instruction(int code, int ifSo, int ifNot, int value) {
        return code | (long) ifSo << 16 | (long) ifNot << 24 | (long) value << 32;
    }

    private static long addressOf(LongBuffer memory) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.foreign.MemorySegment");
        Object segment = type.getMethod("ofBuffer", Buffer.class).invoke(null, memory);
        return (long) type.getMethod("address").invoke(segment);
    }
}
