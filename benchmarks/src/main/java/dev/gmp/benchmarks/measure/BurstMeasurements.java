package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Burst;
import dev.gmp.benchmarks.workload.Fifos;
import dev.gmp.benchmarks.workload.NativeFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ObjDoubleConsumer;

/** Many tasks at once that block their thread for a moment each: how soon all are done. */
public final class BurstMeasurements {
    /** Milliseconds until all are done, when there was such a burst before. */
    public static final String MAKESPAN = "makespan-ms";
    /** Milliseconds until all are done, the first time. */
    public static final String FIRST = "first-makespan-ms";

    private static final int SLEEPERS = 1_000;
    private static final int PINNED = 500;
    private static final int READERS = 100;
    private static final Duration BLOCKED = Duration.ofMillis(20);
    private static final int FURTHER_BURSTS = 9;
    private static final Duration TOO_LONG_TO_REPEAT = Duration.ofSeconds(1);
    private static final Duration BETWEEN = Duration.ofMillis(100);

    private BurstMeasurements() {}

    static void sleeping(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        measure(running, SLEEPERS, task -> sleep(), figures);
    }

    static void pinned(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        NativeFrame below = NativeFrame.around(BurstMeasurements::sleep);
        measure(running, PINNED, task -> below.run(), figures);
    }

    static void reading(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException, IOException {
        try (Fifos fifos = Fifos.make(READERS, BLOCKED)) {
            measure(running, READERS, fifos::read, figures);
        }
    }

    private static void measure(RunningPeer running, int tasks, IntConsumer section, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        WarmUp.withTasks(running);
        double first = makespan(running, tasks, section);
        figures.accept(FIRST, first);
        List<Double> further = new ArrayList<>();
        if (first < TOO_LONG_TO_REPEAT.toMillis()) {
            for (int burst = 0; burst < FURTHER_BURSTS; burst++) {
                Thread.sleep(BETWEEN.toMillis());
                further.add(makespan(running, tasks, section));
            }
        }
        figures.accept(MAKESPAN, further.isEmpty() ? first : Median.of(further));
    }

    private static double makespan(RunningPeer running, int tasks, IntConsumer section) {
        long start = System.nanoTime();
        new Burst(running.executor(), tasks, section).run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static void sleep() {
        try {
            Thread.sleep(BLOCKED.toMillis());
        } catch (InterruptedException e) {
            throw new IllegalStateException("unexpected interrupt of a task", e);
        }
    }
}
