package dev.gmp.spring.web;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's thread pool, whose threads accept and select, and which sends everything else to the scheduler.
 *
 * <p>Jetty asks each pool for its "virtual threads executor" and, where there is one, runs new requests and asynchronous
 * dispatches there. It does not look at what kind of threads that executor has; only {@link #setVirtualThreadsExecutor} does,
 * and refuses on JDK 17, hence the override. But what Jetty runs on behalf of a connection still goes to the pool itself: the
 * next request on a connection whose last one ended asynchronously, decrypted requests, callbacks of asynchronous reading
 * and writing. Only the loops that accept and select wait for all connections at once, and they keep threads of their own.
 */
final class GoroutineThreadPool extends QueuedThreadPool {

    private final Executor requests;

    /** @param sizes whose threads and time-outs to take over; Jetty's own defaults without it */
    GoroutineThreadPool(Executor requests, @Nullable QueuedThreadPool sizes) {
        this.requests = requests;
        // A reserved thread is there to run what its producer was about to run, which here is the scheduler's.
        setReservedThreads(0);
        setName("jetty-io");
        if (sizes != null) {
            setMaxThreads(sizes.getMaxThreads());
            setMinThreads(sizes.getMinThreads());
            setIdleTimeout(sizes.getIdleTimeout());
        }
    }

    /** @throws RejectedExecutionException if the pool or the scheduler refuses the task */
    @Override
    public void execute(Runnable task) {
        if (servesAllConnections(task)) {
            super.execute(task);
        } else {
            requests.execute(task);
        }
    }

    /** By where the code of the task stands, also that of a lambda: Jetty's loops have no common type. */
    private static boolean servesAllConnections(Runnable task) {
        Class<?> place = task.getClass().getNestHost();
        return place == ManagedSelector.class || place == AbstractConnector.class;
    }

    @Override
    public Executor getVirtualThreadsExecutor() {
        return requests;
    }

    @Override
    public void setVirtualThreadsExecutor(@Nullable Executor executor) {
        throw new UnsupportedOperationException("requests run on " + requests);
    }
}
