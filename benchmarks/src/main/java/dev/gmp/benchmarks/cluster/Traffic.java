package dev.gmp.benchmarks.cluster;

import dev.gmp.benchmarks.cluster.KeyedNode.Keyed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What threads outside the cluster send to keys. Each answer says whether all messages have come. */
final class Traffic {
    private static final int MOST_SAMPLES = 1_000_000;

    private Traffic() {}

    /**
     * A thread for each key sends messages to it, one window at the least, and asks after each window how many have come.
     *
     * @param window how many messages of a thread are on their way at most
     * @return nanoseconds a message, all threads together
     */
    static double nanosPerMessage(List<Keyed> keys, int window, Duration duration)
            throws InterruptedException, ExecutionException {
        long began = System.nanoTime();
        List<Callable<Long>> senders = new ArrayList<>();
        keys.forEach(key -> senders.add(() -> send(key, window, began + duration.toNanos())));
        ExecutorService threads = Executors.newFixedThreadPool(keys.size());
        try {
            long sent = 0;
            for (Future<Long> sender : threads.invokeAll(senders)) {
                sent += sender.get();
            }
            return (double) (System.nanoTime() - began) / sent;
        } finally {
            threads.shutdownNow();
        }
    }

    private static long send(Keyed key, int window, long end) {
        long before = key.ask().join().messages();
        long sent = 0;
        do {
            for (int i = 0; i < window; i++) {
                key.send(Placed.some());
            }
            sent += window;
            requireArrived(before + sent, key.ask().join());
        } while (System.nanoTime() - end < 0);
        return sent;
    }

    /** Asks one key after the other, one question at a time; returns the nanoseconds of each round trip, ascending. */
    static long[] roundTrips(List<Keyed> keys, Duration duration) {
        long[] nanos = new long[MOST_SAMPLES];
        int asked = 0;
        long began = System.nanoTime();
        long before = began;
        while (before - began < duration.toNanos() && asked < MOST_SAMPLES) {
            keys.get(asked % keys.size()).ask().join();
            long after = System.nanoTime();
            nanos[asked++] = after - before;
            before = after;
        }
        long[] ascending = Arrays.copyOf(nanos, asked);
        Arrays.sort(ascending);
        return ascending;
    }

    static void requireArrived(long sent, Counted counted) {
        if (counted.messages() != sent
                || counted.pieces() != sent * Placed.some().pieces()) {
            throw new IllegalStateException("Of %d messages %d have come".formatted(sent, counted.messages()));
        }
    }
}
