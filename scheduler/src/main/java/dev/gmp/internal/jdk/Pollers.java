package dev.gmp.internal.jdk;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The JDK's pollers, which wake virtual threads when their sockets become ready.
 *
 * <p>From JDK 22 on, on Linux, part of them are virtual threads, started when a virtual thread first waits for a
 * socket. So they inherit <em>its</em> scheduler (JDK-7 in {@link VirtualThreads}). If that scheduler is ours, every
 * socket of the JVM depends on it: once it is closed, no virtual thread wakes from a read.
 */
public final class Pollers {
    private static final String CLASS_NAME = "sun.nio.ch.Poller";

    private static volatile boolean initialised;

    private Pollers() {}

    /**
     * Starts the JDK's pollers on the JDK's own scheduler, if they are not running yet. Call it before the
     * first virtual thread of ours starts; later is too late. Does nothing on a JDK that has none.
     *
     * <p>Idempotent, from any thread. A virtual caller waits for a platform thread to do it, because the
     * pollers would inherit from the caller.
     *
     * @throws LinkageError if the JDK cannot start its pollers; no virtual thread could use a socket then
     */
    public static void initialise() {
        if (initialised) {
            return;
        }
        if (VirtualThreads.isVirtual(Thread.currentThread())) {
            initialiseOnPlatformThread();
        } else {
            loadClass();
        }
        initialised = true;
    }

    /** Its static initialiser starts them. Loading takes no opened package. */
    private static void loadClass() {
        try {
            Class.forName(CLASS_NAME, true, null);
        } catch (ClassNotFoundException e) {
            // A JDK without it has no pollers that could inherit from us.
        }
    }

    private static void initialiseOnPlatformThread() {
        try {
            CompletableFuture.runAsync(Pollers::loadClass, Pollers::start).join(); // which no interrupt ends
        } catch (CompletionException e) {
            throw new LinkageError("the JDK cannot start its pollers", e.getCause());
        }
    }

    private static void start(Runnable body) {
        Thread platformThread = new Thread(body, "gmp-poller-start");
        platformThread.setDaemon(true);
        platformThread.start();
    }
}
