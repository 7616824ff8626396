package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Hogs;
import dev.gmp.benchmarks.workload.Waiters;
import dev.gmp.benchmarks.workload.meet.BagStorm;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/** Short tasks beside hundreds that do not give way. */
public final class CrowdMeasurements {
    /** Of 1,000 short tasks those that had not begun a second after the last was due; plus one, so that it has a ratio. */
    public static final String NOT_RUN = "not-run-of-1000-plus-1";
    /** Milliseconds from due to begun that half of the short tasks did not exceed, from the second second on. */
    public static final String WAIT_P50 = "wait-p50-ms";

    public static final String WAIT_P99 = "wait-p99-ms";
    /** Nanoseconds for each time an entry was borrowed and given back, all borrowers together. */
    public static final String BORROW = "ns-a-borrow";

    private static final Duration INTERVAL = Duration.ofMillis(5);
    private static final Duration SETTLING = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration AT_LEAST = Duration.ofSeconds(2);
    private static final double THOUSAND = 1_000;

    private static final Duration WAIT = Duration.ofSeconds(1);

    private static final int BORROWERS = 2_000;
    private static final Duration STORM_AT_LEAST = Duration.ofSeconds(5);
    private static final Duration STORM_WARM_UP = Duration.ofMillis(500);

    private CrowdMeasurements() {}

    /**
     * Short tasks beside a crowd.
     *
     * @param waiting how many clients there are of which each has a task that sleeps
     * @param computing how many tasks compute for ever
     */
    static void measure(
            RunningPeer running, int waiting, int computing, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        WarmUp.withTrickle(running);
        Waiters waiters = new Waiters(running.executor(), waiting, WAIT);
        Hogs hogs = Hogs.endless(running.executor(), computing);
        int tasks = (int) AT_LEAST.plus(window).dividedBy(INTERVAL);
        Probe probe = new Probe(running.executor(), INTERVAL, tasks);
        waiters.start();
        hogs.start();
        probe.handInAll();
        probe.await(GRACE);
        figures.accept(NOT_RUN, 1 + probe.from(Duration.ZERO).notRun() * THOUSAND / tasks);
        add(probe.from(SETTLING), figures);
        waiters.stop();
        hogs.stop();
        hogs.await();
        probe.await();
    }

    static void bagStorm(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        BagStorm warmUp = new BagStorm(running.threads(), Parallelism.ofThisJvm());
        warmUp.start();
        Thread.sleep(STORM_WARM_UP.toMillis());
        warmUp.stop();
        BagStorm storm = new BagStorm(running.threads(), BORROWERS);
        int tasks = (int) STORM_AT_LEAST.plus(window).dividedBy(INTERVAL);
        Probe probe = new Probe(task -> running.threads().newThread(task).start(), INTERVAL, tasks);
        long start = System.nanoTime();
        storm.start();
        probe.handInAll();
        long nanos = System.nanoTime() - start;
        long borrows = storm.stop();
        probe.await();
        add(probe.from(Duration.ZERO), figures);
        figures.accept(BORROW, (double) nanos / borrows);
    }

    private static void add(Probe.Waits waits, ObjDoubleConsumer<String> figures) {
        figures.accept(WAIT_P50, waits.millis(0.50));
        figures.accept(WAIT_P99, waits.millis(0.99));
    }
}
