package dev.gmp.benchmarks.measure;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.Peer;
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
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;

/**
 * What a part of the scheduler costs tasks that do not need it: the time of a batch with it, to that without. Both schedulers live
 * in one JVM and take turns, so they meet the same compiled code, and whatever else happens to the machine happens to both. Each
 * has one processor: what several do to each other makes some hundredths of the time. A ratio is the median of many, each of
 * batches of some milliseconds.
 */
public final class OverheadMeasurements {
    public static final String FORK_TREE = "fork-tree-ratio";
    public static final String RESUBMIT = "resubmit-ratio";

    private static final int TASKS = 100_000;
    private static final int RESUBMITTERS = 100;
    private static final int TURNS = 5;
    private static final int WINDOWS = 2;

    private OverheadMeasurements() {}

    static void monitor(Peer peer, Duration window, ObjDoubleConsumer<String> figures) throws InterruptedException {
        measure(() -> scheduler(builder(), true), () -> scheduler(builder(), false), window, figures);
    }

    static void recorder(Peer peer, Duration window, ObjDoubleConsumer<String> figures) throws InterruptedException {
        measure(
                () -> scheduler(builder().recorder(true), true),
                () -> scheduler(builder().recorder(false), true),
                window,
                figures);
    }

    static void kinds(Peer peer, Duration window, ObjDoubleConsumer<String> figures) throws InterruptedException {
        measure(
                () -> scheduler(builder().taskKinds(true), true),
                () -> scheduler(builder().taskKinds(false), true),
                window,
                figures);
    }

    private static void measure(
            Supplier<Scheduler> with, Supplier<Scheduler> without, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        figures.accept(FORK_TREE, ratio(with, without, window, OverheadMeasurements::forkTree));
        figures.accept(RESUBMIT, ratio(with, without, window, OverheadMeasurements::resubmit));
    }

    /** After a time of warming up as long as the window. */
    private static double ratio(
            Supplier<Scheduler> with, Supplier<Scheduler> without, Duration window, Function<Executor, Batch> workload)
            throws InterruptedException {
        ratios(with, without, window, workload);
        return Median.of(ratios(with, without, window.multipliedBy(WINDOWS), workload));
    }

    /** Of many schedulers, for the place of one in memory makes a difference, too. */
    private static List<Double> ratios(
            Supplier<Scheduler> with, Supplier<Scheduler> without, Duration window, Function<Executor, Batch> workload)
            throws InterruptedException {
        List<Double> ratios = new ArrayList<>();
        long end = System.nanoTime() + window.toNanos();
        for (boolean isFirst = true; System.nanoTime() - end < 0; isFirst = !isFirst) {
            Scheduler one = isFirst ? with.get() : without.get();
            Scheduler other = isFirst ? without.get() : with.get();
            double ratio = ratio(one, other, workload);
            ratios.add(isFirst ? ratio : 1 / ratio);
            for (Scheduler each : List.of(one, other)) {
                each.shutdown();
                if (!each.awaitTermination(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("a scheduler does not end");
                }
            }
        }
        return ratios;
    }

    private static double ratio(Scheduler one, Scheduler other, Function<Executor, Batch> workload) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            double ofOne = nanos(one, workload);
            double ofOther = nanos(other, workload);
            ofOther += nanos(other, workload);
            ofOne += nanos(one, workload);
            ratios.add(ofOne / ofOther);
        }
        return Median.of(ratios);
    }

    private static double nanos(Scheduler scheduler, Function<Executor, Batch> workload) {
        Batch batch = workload.apply(scheduler::execute);
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
        return GmpScheduler.builder().maxProcs(1);
    }

    private static Scheduler scheduler(SchedulerBuilder builder, boolean isWatched) {
        GmpScheduler unused = builder.build();
        unused.shutdown();
        return new Scheduler(unused.config(), null, LocalRunQueue.CAPACITY, isWatched);
    }
}
