package dev.gmp.benchmarks.cluster;

import dev.gmp.benchmarks.cluster.KeyedNode.Keyed;
import dev.gmp.benchmarks.figures.HeapInUse;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.figures.Percentile;
import dev.gmp.benchmarks.peer.Peer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.IntStream;

/** What messages to keys cost, on one node and from one to the other; how soon keys of a dead node answer. */
public final class ClusterMeasurements {
    /** Nanoseconds a message, all senders together. */
    public static final String MESSAGE = "ns-a-message";
    /** Microseconds of a round trip that half of the questions did not exceed. */
    public static final String ASK_P50 = "ask-p50-us";

    public static final String ASK_P99 = "ask-p99-us";
    /** Milliseconds from the kill until the last key has answered. */
    public static final String FAILOVER = "failover-ms";

    public static final String HEAP_BYTES = "heap-bytes-per-key";

    private static final int SENDERS = 16;
    private static final int LOCAL_WINDOW = 1_000;
    /** All senders together stay below what Artery queues for a node by default, 3,072. */
    private static final int REMOTE_WINDOW = 100;
    /** In windows. The JIT compiler needs that long. */
    private static final int WARM_UP = 4;

    private static final int KILLS = 3;
    private static final int KEYS = 50;
    private static final Duration SETTLING = Duration.ofSeconds(5);
    private static final long BETWEEN_QUESTIONS_MILLIS = 100;

    private static final int IDLE = 100_000;
    private static final int IDLE_BEFORE = 20_000;
    private static final int ASKED_AT_ONCE = 1_000;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    private ClusterMeasurements() {}

    /** Keys of the only node. */
    public static void local(Peer peer, Duration window, ObjDoubleConsumer<String> figures)
            throws IOException, InterruptedException, ExecutionException {
        try (KeyedNode node = alone(peer)) {
            List<Keyed> keys = IntStream.range(0, SENDERS)
                    .mapToObj(i -> node.at("key-" + i))
                    .toList();
            Traffic.nanosPerMessage(keys, LOCAL_WINDOW, window.multipliedBy(WARM_UP));
            figures.accept(MESSAGE, Traffic.nanosPerMessage(keys, LOCAL_WINDOW, window));
        }
    }

    /** Keys of the other node. */
    public static void remote(Peer peer, Duration window, ObjDoubleConsumer<String> figures)
            throws IOException, InterruptedException, ExecutionException {
        int[] ports = freePorts();
        try (KeyedNode node = KeyedNode.start(peer, ports[0], ports[0]);
                SecondNode second = SecondNode.start(peer, ports[1], ports[0])) {
            List<Keyed> keys = second.keys(node, SENDERS);
            Traffic.nanosPerMessage(keys, REMOTE_WINDOW, window.multipliedBy(WARM_UP));
            figures.accept(MESSAGE, Traffic.nanosPerMessage(keys, REMOTE_WINDOW, window));
            Traffic.roundTrips(keys, window);
            long[] nanos = Traffic.roundTrips(keys, window);
            figures.accept(ASK_P50, Percentile.of(nanos, 0.50) / NANOS_PER_MICRO);
            figures.accept(ASK_P99, Percentile.of(nanos, 0.99) / NANOS_PER_MICRO);
        }
    }

    /** Several clusters of two, at once: they do nothing while they wait. */
    public static void failover(Peer peer, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(KILLS);
        try {
            List<Double> millis = new ArrayList<>();
            for (Future<Double> kill :
                    threads.invokeAll(Collections.nCopies(KILLS, (Callable<Double>) () -> millisOfKill(peer)))) {
                millis.add(kill.get());
            }
            figures.accept(FAILOVER, Median.of(millis));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Kills the younger node. The older one has the lower port, and so is the part that the split brain resolver keeps. */
    private static double millisOfKill(Peer peer) throws IOException, InterruptedException {
        int[] ports = freePorts();
        try (KeyedNode node = KeyedNode.start(peer, ports[0], ports[0]);
                SecondNode second = SecondNode.start(peer, ports[1], ports[0])) {
            List<Keyed> keys = second.keys(node, KEYS);
            TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis()); // until the failure detector knows how heartbeats come
            long killed = System.nanoTime();
            second.close();
            return (lastAnswer(keys) - killed) / NANOS_PER_MILLI;
        }
    }

    /** Asks each again and again until it has answered; returns when the last did. */
    private static long lastAnswer(List<Keyed> keys) throws InterruptedException {
        Set<Keyed> silent = ConcurrentHashMap.newKeySet();
        silent.addAll(keys);
        AtomicLong last = new AtomicLong();
        while (!silent.isEmpty()) {
            silent.forEach(key -> key.ask().thenRun(() -> {
                last.set(System.nanoTime());
                silent.remove(key);
            }));
            TimeUnit.MILLISECONDS.sleep(BETWEEN_QUESTIONS_MILLIS);
        }
        return last.get();
    }

    /** Keys that have had a message and wait for the next. */
    public static void memory(Peer peer, Duration window, ObjDoubleConsumer<String> figures)
            throws IOException, InterruptedException {
        try (KeyedNode node = alone(peer)) {
            startIdle(node, "first-", IDLE_BEFORE);
            long before = HeapInUse.bytes();
            startIdle(node, "key-", IDLE);
            TimeUnit.MILLISECONDS.sleep(100); // from answered to idle
            figures.accept(HEAP_BYTES, (double) (HeapInUse.bytes() - before) / IDLE);
        }
    }

    private static void startIdle(KeyedNode node, String prefix, int number) {
        for (int begin = 0; begin < number; begin += ASKED_AT_ONCE) {
            IntStream.range(begin, begin + ASKED_AT_ONCE)
                    .mapToObj(i -> node.at(prefix + i))
                    .map(key -> {
                        key.send(Placed.some());
                        return key.ask();
                    })
                    .toList()
                    .forEach(answer -> Traffic.requireArrived(1, answer.join()));
        }
    }

    private static KeyedNode alone(Peer peer) throws IOException, InterruptedException {
        int port = freePorts()[0];
        return KeyedNode.start(peer, port, port);
    }

    /** Two, the lower first. */
    static int[] freePorts() {
        int lower = freePort(20_000, 25_000);
        return new int[] {lower, freePort(25_000, 30_000)};
    }

    /** None that Linux gives to other sockets by itself meanwhile: those begin at 32,768. */
    private static int freePort(int from, int to) {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(from, to);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(KeyedNode.HOST))) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one may be free
            }
        }
    }
}
