package dev.gmp.internal.jdk;

/** {@code Thread.startVirtualThread}, callable from sources that also compile for JDK 17. */
final class DefaultVirtualThreads {
    private DefaultVirtualThreads() {}

    /** On the default scheduler, or, from a virtual thread, on that thread's. */
    static Thread start(Runnable task) {
        try {
            return (Thread)
                    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("needs JDK 21", e);
        }
    }
}
