package dev.gmp.internal.util;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.Supplier;

/** Threads of the scheduler's own, which take nothing over from the threads that happen to start them. */
public final class ServiceThreads {

    /** Until then a thread keeps the classes of all that were on the stack when it was made, and so their loaders (JEP 486). */
    private static final int KEEPS_NO_CALLERS_SINCE = 24;

    private static final boolean KEEPS_CALLERS = Runtime.version().feature() < KEEPS_NO_CALLERS_SINCE;

    /** Set once a scheduler lowers the priority of threads. */
    private static volatile Runnable beginning = () -> {};

    private ServiceThreads() {}

    /** @param action what each thread does first from now on, to have nothing of its starter's in the kernel either */
    public static void beginBy(Runnable action) {
        beginning = action;
    }

    /** Makes a thread, or what has one, that keeps none of the callers' class loaders. */
    @SuppressWarnings("removal") // not called where it may be gone
    public static <T> T detached(Supplier<T> constructor) {
        return KEEPS_CALLERS ? AccessController.doPrivileged(new Privileged<>(constructor)) : constructor.get();
    }

    /** A daemon that has not been started. */
    public static Thread newThread(String name, Runnable body) {
        Thread thread = detached(new Plain(name, body));
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(ServiceThreads.class.getClassLoader());
        return thread;
    }

    // Classes, and no lambdas, which take much stack when they are met for the first time.

    private record Privileged<T>(Supplier<T> constructor) implements PrivilegedAction<T> {

        @Override
        public T run() {
            return constructor.get();
        }
    }

    private record Beginning(Runnable body) implements Runnable {

        @Override
        public void run() {
            try {
                beginning.run();
            } catch (Throwable failure) {
                // It does its work all the same.
            }
            body.run();
        }
    }

    private record Plain(String name, Runnable body) implements Supplier<Thread> {

        @Override
        public Thread get() {
            return new Thread(null, new Beginning(body), name, 0, false);
        }
    }
}
