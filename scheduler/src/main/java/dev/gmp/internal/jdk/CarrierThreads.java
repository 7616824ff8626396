package dev.gmp.internal.jdk;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Tells the platform thread that runs the caller, below any virtual thread. */
public final class CarrierThreads {
    private static final MethodHandle CURRENT = findCurrent();

    private CarrierThreads() {}

    /**
     * {@code Thread.currentCarrierThread()}: the carrier if the caller is a virtual thread, else
     * {@code Thread.currentThread()}. A virtual caller may have moved to another carrier by its next line,
     * unless it is pinned or cannot park in between.
     *
     * <p>Where {@code java.lang} is not opened a virtual caller gets itself; none of them is ours then. As
     * cheap as {@code Thread.currentThread()}.
     */
    public static Thread current() {
        try {
            return (Thread) CURRENT.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("declares no exception", e);
        }
    }

    private static MethodHandle findCurrent() {
        try {
            return JavaLang.lookup(JdkPart.CARRIER.owner())
                    .findStatic(Thread.class, JdkPart.CARRIER.member(), methodType(Thread.class));
        } catch (ReflectiveOperationException closedOrTooOld) {
            return findCurrentThread();
        }
    }

    private static MethodHandle findCurrentThread() {
        try {
            return MethodHandles.publicLookup().findStatic(Thread.class, "currentThread", methodType(Thread.class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("public since Java 1.0", e);
        }
    }
}
