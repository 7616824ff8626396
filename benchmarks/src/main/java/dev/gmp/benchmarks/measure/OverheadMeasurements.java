package dev.gmp.benchmarks.measure;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.workload.Batch;
import dev.gmp.benchmarks.workload.ForkTree;
import dev.gmp.benchmarks.workload.Resubmit;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.wiring.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What a part of the scheduler costs tasks that do not need it: the time of a batch with it, to that without. Both schedulers live
 * in one JVM and take turns, so they meet the same compiled code, and whatever else happens to the machine happens to both. A
 * ratio is the median of many, each of batches of some milliseconds.
 */
public final class OverheadMeasurements {
    /** Of forkTree with the monitor. */
    public static final String MONITOR_FORK_TREE = "monitor-fork-tree-ratio";
    /** Of resubmit with the monitor. */
    public static final String MONITOR_RESUBMIT = "monitor-resubmit-ratio";
    /** Of forkTree with the flight recorder. */
    public static final String RECORDER_FORK_TREE = "recorder-fork-tree-ratio";
    /** Of resubmit with the flight recorder. */
    public static final String RECORDER_RESUBMIT = "recorder-resubmit-ratio";
    /** Of forkTree with estimates for each kind of task. */
    public static final String KINDS_FORK_TREE = "kinds-fork-tree-ratio";
    /** Of resubmit with estimates for each kind of task. */
    public static final String KINDS_RESUBMIT = "kinds-resubmit-ratio";

    private static final int TASKS = 100_000;
    private static final int RESUBMITTERS = 100;

    private OverheadMeasurements() {}

    static void monitor(Duration window, FigureSink figures) throws InterruptedException {
        measure(
                window,
                figures,
                MONITOR_FORK_TREE,
                MONITOR_RESUBMIT,
                scheduler(builder(), true),
                scheduler(builder(), false));
    }

    static void recorder(Duration window, FigureSink figures) throws InterruptedException {
        measure(
                window,
                figures,
                RECORDER_FORK_TREE,
                RECORDER_RESUBMIT,
                scheduler(builder().recorder(true), true),
                scheduler(builder().recorder(false), true));
    }

    static void kinds(Duration window, FigureSink figures) throws InterruptedException {
        measure(
                window,
                figures,
                KINDS_FORK_TREE,
                KINDS_RESUBMIT,
                scheduler(builder().taskKinds(true), true),
                scheduler(builder().taskKinds(false), true));
    }

    private static void measure(
            Duration window, FigureSink figures, String forkTree, String resubmit, Scheduler with, Scheduler without)
            throws InterruptedException {
        figures.add(forkTree, ratio(with, without, window, OverheadMeasurements::forkTree));
        figures.add(resubmit, ratio(with, without, window, OverheadMeasurements::resubmit));
        for (Scheduler each : List.of(with, without)) {
            each.shutdown();
            each.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    /** After a time of warming up as long as the window. */
    private static double ratio(
            Scheduler with, Scheduler without, Duration window, Function<Executor, Batch> workload) {
        ratios(with, without, window, workload);
        return Median.of(ratios(with, without, window, workload));
    }

    private static List<Double> ratios(
            Scheduler with, Scheduler without, Duration window, Function<Executor, Batch> workload) {
        List<Double> ratios = new ArrayList<>();
        long end = System.nanoTime() + window.toNanos();
        do {
            double one = nanos(workload.apply(with::execute));
            double other = nanos(workload.apply(without::execute));
            other += nanos(workload.apply(without::execute));
            one += nanos(workload.apply(with::execute));
            ratios.add(one / other);
        } while (System.nanoTime() - end < 0);
        return ratios;
    }

    private static double nanos(Batch batch) {
        long start = System.nanoTime();
        batch.run();
        return System.nanoTime() - start;
    }

    private static Batch forkTree(Executor executor) {
        return new ForkTree(executor, TASKS);
    }

    private static Batch resubmit(Executor executor) {
        return new Resubmit(executor, RESUBMITTERS, TASKS / RESUBMITTERS);
    }

    private static SchedulerBuilder builder() {
        return GmpScheduler.builder().maxProcs(Parallelism.ofThisJvm());
    }

    private static Scheduler scheduler(SchedulerBuilder builder, boolean isWatched) {
        GmpScheduler unused = builder.build();
        unused.shutdown();
        return new Scheduler(unused.config(), null, LocalRunQueue.CAPACITY, isWatched);
    }
}
