package dev.gmp.benchmarks.measure;

import dev.gmp.GmpScheduler;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.ForkTree;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjDoubleConsumer;

/** The cost of goroutine profiles for the tasks beside them, of which most wait in the run queues. */
public final class ProfileMeasurements {
    /** Time for forkTree while a profile is read once a second, to that without. */
    public static final String EACH_SECOND = "each-second-ratio";
    /** The same while one profile is read after the other. */
    public static final String WITHOUT_PAUSE = "without-pause-ratio";

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int TASKS = 1_000_000;
    private static final int WARM_UPS = 10;

    private ProfileMeasurements() {}

    /** With and without profiles by turns of a second each, so that whatever else happens to the machine happens to both. */
    static void overhead(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        GmpScheduler scheduler = (GmpScheduler) running.executor();
        for (int i = 0; i < WARM_UPS; i++) {
            new ForkTree(scheduler, TASKS).run();
            scheduler.goroutineProfile();
        }
        figures.accept(EACH_SECOND, ratio(scheduler, window, SECOND));
        figures.accept(WITHOUT_PAUSE, ratio(scheduler, window, Duration.ZERO));
    }

    /** Of sums, and not of medians: a profile that comes seldom costs few of the trees. */
    private static double ratio(GmpScheduler scheduler, Duration window, Duration period) throws InterruptedException {
        Turns with = new Turns();
        Turns without = new Turns();
        long turns = Math.max(1, window.dividedBy(SECOND));
        for (long i = 0; i < turns; i++) {
            profiled(scheduler, period, with);
            without.add(scheduler);
            without.add(scheduler);
            profiled(scheduler, period, with);
        }
        return with.nanosPerTree() / without.nanosPerTree();
    }

    /** The first profile is read at once, each further one a period after the one before began. */
    private static void profiled(GmpScheduler scheduler, Duration period, Turns with) throws InterruptedException {
        LongAdder profiles = new LongAdder();
        ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor();
        Runnable read = () -> {
            scheduler.goroutineProfile();
            profiles.increment();
        };
        ScheduledFuture<?> unused =
                reader.scheduleAtFixedRate(read, 0, Math.max(1, period.toNanos()), TimeUnit.NANOSECONDS);
        try {
            with.add(scheduler);
        } finally {
            reader.shutdown();
            reader.awaitTermination(1, TimeUnit.MINUTES);
        }
        if (profiles.sum() == 0) {
            throw new IllegalStateException("no profile was read");
        }
    }

    /** Turns of the same kind. */
    private static final class Turns {
        private long nanos;
        private long trees;

        void add(GmpScheduler scheduler) {
            long start = System.nanoTime();
            long took = 0;
            while (took < SECOND.toNanos()) {
                new ForkTree(scheduler, TASKS).run();
                trees++;
                took = System.nanoTime() - start;
            }
            nanos += took;
        }

        double nanosPerTree() {
            return (double) nanos / trees;
        }
    }
}
