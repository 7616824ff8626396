package dev.gmp.sample.webload;

import dev.gmp.sample.responsiveness.LatencySeries;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A request each 5 ms, whether those before are answered or not: each that waits has a connection of its own. */
final class OpenLoop {

    private final int port;
    private final String path;
    private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

    private OpenLoop(int port, String path) {
        this.port = port;
        this.path = path;
    }

    /** Returns when all are answered. */
    static LatencySeries send(int port, String path, int seconds) throws InterruptedException {
        OpenLoop loop = new OpenLoop(port, path);
        LatencySeries series = new LatencySeries(seconds);
        ExecutorService clients = Executors.newCachedThreadPool();
        series.send(System.nanoTime(), i -> clients.execute(() -> loop.send(series, i)))
                .join();
        clients.shutdown();
        if (!clients.awaitTermination(10, TimeUnit.MINUTES)) {
            throw new IllegalStateException("no answer to " + path);
        }
        loop.idle.forEach(Connection::close);
        if (loop.failure.get() != null) {
            throw loop.failure.get();
        }
        return series;
    }

    private void send(LatencySeries series, int request) {
        try {
            Connection free = idle.poll();
            Connection connection = free == null ? Connection.open(port) : free;
            connection.get(path);
            series.answered(request);
            idle.add(connection);
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }
}
