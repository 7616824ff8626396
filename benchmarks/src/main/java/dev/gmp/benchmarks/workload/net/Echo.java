package dev.gmp.benchmarks.workload.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Clients that send a small message each, wait for it to come back, and send the next; server and clients in one JVM, a
 * virtual thread for each end of each connection.
 */
public final class Echo {
    private static final int MESSAGE_BYTES = 32;
    private static final int MOST_SAMPLES = 200_000;

    private final ThreadFactory threads;
    private final EchoNetwork network;
    private final int connections;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean over;

    public Echo(ThreadFactory threads, EchoNetwork network, int connections) {
        this.threads = threads;
        this.network = network;
        this.connections = connections;
    }

    /**
     * What came of it.
     *
     * @param roundTrips messages that came back
     * @param nanos how long that took
     * @param latencies of round trips in nanoseconds, ascending
     */
    public record Outcome(long roundTrips, long nanos, long[] latencies) {
        public double nanosPerRoundTrip() {
            return (double) nanos / roundTrips;
        }

        /** @param share 0 to 1 */
        public long latency(double share) {
            return latencies[(int) Math.min(latencies.length - 1, (long) (share * latencies.length))];
        }
    }

    /** Lets them talk for a time. */
    public Outcome run(Duration duration) throws IOException, InterruptedException {
        over = false;
        Client[] clients = new Client[connections];
        CountDownLatch connected = new CountDownLatch(connections);
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(connections);
        try (EchoNetwork.Server server = network.listen(connections)) {
            threads.newThread(() -> acceptAll(server)).start();
            for (int i = 0; i < connections; i++) {
                Client client = new Client(server, connected, start, ended);
                clients[i] = client;
                threads.newThread(client).start();
            }
            connected.await();
            long began = System.nanoTime();
            start.countDown();
            Thread.sleep(duration.toMillis());
            over = true;
            long nanos = System.nanoTime() - began;
            ended.await();
            Throwable thrown = failure.get();
            if (thrown != null) {
                throw new IOException("the echo failed", thrown);
            }
            long[] latencies = Arrays.stream(clients)
                    .flatMapToLong(client -> Arrays.stream(client.latencies, 0, client.samples()))
                    .sorted()
                    .toArray();
            return new Outcome(
                    Arrays.stream(clients).mapToLong(each -> each.roundTrips).sum(), nanos, latencies);
        }
    }

    private void acceptAll(EchoNetwork.Server server) {
        try {
            for (int i = 0; i < connections; i++) {
                ByteChannel channel = server.accept();
                threads.newThread(() -> echo(channel)).start();
            }
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void echo(ByteChannel channel) {
        try (channel) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE_BYTES);
            while (channel.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    private final class Client implements Runnable {
        private final EchoNetwork.Server server;
        private final CountDownLatch connected;
        private final CountDownLatch start;
        private final CountDownLatch ended;
        private final long[] latencies = new long[MOST_SAMPLES / connections];

        /** Published by {@link #ended}, as the latencies are. */
        private long roundTrips;

        Client(EchoNetwork.Server server, CountDownLatch connected, CountDownLatch start, CountDownLatch ended) {
            this.server = server;
            this.connected = connected;
            this.start = start;
            this.ended = ended;
        }

        int samples() {
            return (int) Math.min(latencies.length, roundTrips);
        }

        @Override
        public void run() {
            try (ByteChannel channel = network.connect(server.address())) {
                connected.countDown();
                start.await();
                ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE_BYTES);
                while (!over) {
                    long sent = System.nanoTime();
                    roundTrip(channel, buffer);
                    latencies[(int) (roundTrips++ % latencies.length)] = System.nanoTime() - sent;
                }
            } catch (IOException | InterruptedException e) {
                failure.compareAndSet(null, e);
                connected.countDown();
            } finally {
                ended.countDown();
            }
        }

        private void roundTrip(ByteChannel channel, ByteBuffer buffer) throws IOException {
            buffer.clear();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            buffer.clear();
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new IOException("the server has gone");
                }
            }
        }
    }
}
