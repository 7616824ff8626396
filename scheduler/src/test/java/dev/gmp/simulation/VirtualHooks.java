package dev.gmp.simulation;

import java.util.concurrent.Executor;

/** Stands for the scheduler's door to the JDK's virtual threads, and leads to {@link SimulatedVirtualThread}. */
public final class VirtualHooks {

    private VirtualHooks() {}

    public static boolean available() {
        return true;
    }

    public static String reason() {
        return "";
    }

    public static Thread newThread(Executor scheduler, String name, boolean inherits, Runnable task) {
        return new SimulatedVirtualThread(Simulation.current().nextVirtual(), scheduler, task);
    }

    public static Runnable continuationOf(Thread thread) {
        return ((SimulatedVirtualThread) thread).continuation();
    }

    public static boolean isContinuation(Runnable candidate) {
        return true;
    }

    public static Runnable continuationIn(Runnable wrapper) {
        throw new AssertionError("no continuations are wrapped here");
    }

    public static Thread threadOf(Runnable continuation) {
        throw new AssertionError("no thread starts virtual threads by itself here");
    }

    public static void handToJdk(Runnable continuation) {
        throw new AssertionError("no thread starts virtual threads by itself here");
    }

    public static boolean yielded(Thread thread) {
        return ((SimulatedVirtualThread) thread).hasYielded();
    }

    public static boolean isVirtual(Thread thread) {
        return thread instanceof SimulatedVirtualThread;
    }

    public static void initialise() {}
}
