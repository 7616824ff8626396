package dev.gmp.sample.webload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Clients that each send their next request when the last one is answered. */
final class ClosedLoop implements AutoCloseable {

    private final LongAdder answered = new LongAdder();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> clients = new ArrayList<>();

    private ClosedLoop() {}

    /** @param next the path of a client's next request */
    static ClosedLoop start(int port, int clients, Function<SplittableRandom, String> next) {
        ClosedLoop loop = new ClosedLoop();
        for (int client = 0; client < clients; client++) {
            SplittableRandom random = new SplittableRandom(client);
            loop.clients.add(new Thread(() -> loop.send(port, random, next)));
        }
        loop.clients.forEach(Thread::start);
        return loop;
    }

    long answered() {
        return answered.sum();
    }

    /** Lets each client end with its answer. */
    @Override
    public void close() {
        stopped.set(true);
        for (Thread client : clients) {
            try {
                client.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a request has failed", failure.get());
        }
    }

    private void send(int port, SplittableRandom random, Function<SplittableRandom, String> next) {
        try (Connection connection = Connection.open(port)) {
            while (!stopped.get()) {
                connection.get(next.apply(random));
                answered.increment();
            }
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }
}
