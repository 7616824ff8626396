package dev.gmp.internal.util;

/** Threads of the scheduler's own, which take nothing over from whoever happens to start them. */
public final class ServiceThreads {

    private ServiceThreads() {}

    /** A daemon that has not been started. */
    public static Thread newThread(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(ServiceThreads.class.getClassLoader());
        return thread;
    }
}
