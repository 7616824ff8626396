package dev.gmp.benchmarks.measure;

import dev.gmp.Goroutines;
import dev.gmp.benchmarks.figures.HeapInUse;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.SleepAll;
import dev.gmp.benchmarks.workload.channel.Channels;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/** Many goroutines that are parked together: until they have woken, and what they take; and what idle channels take. */
public final class ParkedMeasurements {
    /** Milliseconds until all have slept and ended. */
    public static final String SLEEP_MAKESPAN = "makespan-ms";

    public static final String HEAP_BYTES = "heap-bytes-per-goroutine";

    public static final String CHANNEL_BYTES = "heap-bytes-per-channel";

    private static final int CHANNELS = 100_000;
    private static final int ROOM = 64;
    private static final int SLEEPERS = 100_000;
    private static final Duration SLEEP = Duration.ofMillis(50);
    private static final int WARM_UPS = 20;
    private static final int RUNS = 9;
    private static final int PARKED = 200_000;
    private static final int PARKED_BEFORE = 50_000;
    private static final int WARM_UP_PARKS = 4;
    private static final long TIMEOUT_SECONDS = 60;

    private ParkedMeasurements() {}

    static void sleep(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        sleepBy(SleepAll.THREAD_SLEEP, running, figures);
    }

    static void goroutinesSleep(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        sleepBy(Goroutines::sleep, running, figures);
    }

    private static void sleepBy(SleepAll.Sleep sleep, RunningPeer running, ObjDoubleConsumer<String> figures) {
        List<Double> makespans = new ArrayList<>();
        for (int run = 0; run < WARM_UPS + RUNS; run++) {
            long start = System.nanoTime();
            new SleepAll(running.threads(), SLEEPERS, SLEEP, sleep).run();
            if (run >= WARM_UPS) {
                makespans.add((System.nanoTime() - start) / 1e6);
            }
        }
        figures.accept(SLEEP_MAKESPAN, Median.of(makespans));
    }

    static void memory(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        for (int run = 0; run < WARM_UP_PARKS; run++) {
            bytesOfParked(running.threads(), PARKED_BEFORE); // frames of code that is not compiled are larger
        }
        figures.accept(HEAP_BYTES, (double) bytesOfParked(running.threads(), PARKED) / PARKED);
    }

    static void channelMemory(Peer peer, Duration window, ObjDoubleConsumer<String> figures) {
        figures.accept(CHANNEL_BYTES, bytesOfChannel(peer, 0));
    }

    static void channelMemory64(Peer peer, Duration window, ObjDoubleConsumer<String> figures) {
        figures.accept(CHANNEL_BYTES, bytesOfChannel(peer, ROOM));
    }

    private static double bytesOfChannel(Peer peer, int capacity) {
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            Channels channels = Channels.of(peer, running);
            Object[] idle = new Object[CHANNELS];
            Arrays.setAll(idle, i -> channels.newChannel(capacity)); // what the first ones load is not counted
            Arrays.fill(idle, null);
            long before = HeapInUse.bytes();
            Arrays.setAll(idle, i -> channels.newChannel(capacity));
            long after = HeapInUse.bytes();
            Reference.reachabilityFence(idle);
            return (double) (after - before) / CHANNELS;
        }
    }

    private static long bytesOfParked(ThreadFactory threads, int goroutines) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(goroutines);
        CountDownLatch ended = new CountDownLatch(goroutines);
        CountDownLatch release = new CountDownLatch(1);
        long before = HeapInUse.bytes();
        for (int i = 0; i < goroutines; i++) {
            threads.newThread(() -> {
                        started.countDown();
                        awaitOrThrow(release);
                        ended.countDown();
                    })
                    .start();
        }
        awaitOrThrow(started);
        TimeUnit.MILLISECONDS.sleep(100); // from counted down to parked
        long after = HeapInUse.bytes();
        release.countDown();
        awaitOrThrow(ended);
        return after - before;
    }

    private static void awaitOrThrow(CountDownLatch latch) {
        try {
            if (!latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("%d goroutines are missing".formatted(latch.getCount()));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a parked goroutine", e);
        }
    }
}
