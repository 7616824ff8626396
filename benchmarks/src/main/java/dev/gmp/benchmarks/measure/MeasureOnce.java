package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.SubmitFromOutside;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Takes one measurement and prints its figures, one a line as {@code key value}. To be run in a JVM of its own, since it
 * counts the processor time of all its threads.
 */
public final class MeasureOnce {
    /** Microseconds of processor time for each task. */
    public static final String CPU_PER_TASK = "cpu-us-per-task";
    /** Microseconds from hand-in to start that half of the tasks did not exceed. */
    public static final String START_P50 = "start-p50-us";
    /** Microseconds from hand-in to start that 99 of 100 tasks did not exceed. */
    public static final String START_P99 = "start-p99-us";
    /** Percent of a core used by the threads of the idle scheduler. */
    public static final String IDLE_PERCENT = "idle-percent-of-core";

    private static final int WARM_UP_TASKS = 500_000;
    private static final int SUBMITTERS = 2;
    private static final Duration TRICKLE_INTERVAL = Duration.ofMillis(1);
    /** The same code sooner compiled: at a millisecond a task that would take a minute. */
    private static final Duration WARM_UP_INTERVAL = Duration.ofNanos(20_000);

    private static final int WARM_UP_TRICKLE = 20_000;
    private static final Duration SETTLE = Duration.ofMillis(700);

    private MeasureOnce() {}

    /** Arguments: {@code trickle} or {@code idleCpu}, the peer's id, and for how many milliseconds to measure. */
    public static void main(String... args) throws InterruptedException {
        Peer peer = Peer.byId(args[1]);
        Duration window = Duration.ofMillis(Long.parseLong(args[2]));
        switch (args[0]) {
            case "trickle" -> trickle(peer, window, System.out);
            case "idleCpu" -> idleCpu(peer, window, System.out);
            default -> throw new IllegalArgumentException("Unknown measurement " + args[0]);
        }
    }

    private static void trickle(Peer peer, Duration window, PrintStream out) {
        try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
            new SubmitFromOutside(running.executor(), WARM_UP_TASKS, SUBMITTERS).run();
            new Trickle(running.executor(), WARM_UP_INTERVAL).run(WARM_UP_TRICKLE);
            Trickle trickle = new Trickle(running.executor(), TRICKLE_INTERVAL);
            trickle.run(tasksWithin(SETTLE));
            Trickle.Cost cost = trickle.run(tasksWithin(window));
            print(out, CPU_PER_TASK, cost.cpuNanosPerTask() / 1_000);
            print(out, START_P50, cost.latencyNanos(0.50) / 1_000.0);
            print(out, START_P99, cost.latencyNanos(0.99) / 1_000.0);
        }
    }

    private static void idleCpu(Peer peer, Duration window, PrintStream out) throws InterruptedException {
        IdleCpu.Usage usage = new IdleCpu(peer, Parallelism.ofThisJvm()).measure(WARM_UP_TASKS, SETTLE, window);
        print(out, IDLE_PERCENT, usage.percentOfCore());
    }

    private static int tasksWithin(Duration window) {
        return Math.max(1, (int) window.dividedBy(TRICKLE_INTERVAL));
    }

    private static void print(PrintStream out, String key, double value) {
        out.printf(Locale.ROOT, "%s %.6f%n", key, value);
    }
}
