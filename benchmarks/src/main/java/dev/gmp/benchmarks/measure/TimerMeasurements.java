package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.HeapInUse;
import dev.gmp.benchmarks.figures.Median;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.peer.Timers;
import dev.gmp.benchmarks.workload.SetAndCancel;
import dev.gmp.benchmarks.workload.SetAndFire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ObjDoubleConsumer;

/** Very many timers: what it costs to set them, to fire them, to cancel them and to keep them. */
public final class TimerMeasurements {
    /** Nanoseconds of processor time of the whole process for each timer. */
    public static final String CPU_PER_TIMER = "cpu-ns-per-timer";
    /** Nanoseconds for each timer from the start of the setters until the last was through. */
    public static final String WALL_PER_TIMER = "wall-ns-per-timer";

    public static final String HEAP_BYTES = "heap-bytes-per-timer";

    private static final int TIMERS = 1_000_000;
    private static final int SETTERS = 2;
    private static final Duration SPREAD = Duration.ofSeconds(1);
    private static final Duration NEAREST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration FARTHEST_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration NEAREST_KEPT = Duration.ofMinutes(1);
    private static final Duration FARTHEST_KEPT = Duration.ofMinutes(2);
    private static final long SEED = 20_200_504;
    private static final int FIRE_WARM_UPS = 2;
    private static final int CANCEL_WARM_UPS = 5;
    private static final int FEWEST_RUNS = 2;

    /** For a wheel, which takes over what was set and cancelled at its ticks. */
    private static final Duration SETTLE = Duration.ofMillis(200);

    private TimerMeasurements() {}

    static void setAndFire(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        List<Double> cpu = new ArrayList<>();
        List<Double> wall = new ArrayList<>();
        long runs = FIRE_WARM_UPS + Math.max(FEWEST_RUNS, window.dividedBy(SPREAD));
        for (int run = 0; run < runs; run++) {
            System.gc(); // each run pays for its own garbage
            ProcessCpu used = new ProcessCpu();
            SetAndFire batch = new SetAndFire(running.timers(), TIMERS, SETTERS, SPREAD);
            batch.run();
            if (run >= FIRE_WARM_UPS) {
                cpu.add((double) used.nanos() / TIMERS);
                wall.add((double) batch.nanosToSet() / TIMERS);
            }
        }
        figures.accept(CPU_PER_TIMER, Median.of(cpu));
        figures.accept(WALL_PER_TIMER, Median.of(wall));
    }

    static void setAndCancel(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        for (int run = 0; run < CANCEL_WARM_UPS; run++) {
            setAndCancel(running.timers());
        }
        Thread.sleep(SETTLE.toMillis());
        System.gc();
        List<Double> wall = new ArrayList<>();
        ProcessCpu used = new ProcessCpu();
        long start = System.nanoTime();
        while (wall.size() < FEWEST_RUNS || System.nanoTime() - start < window.toNanos()) {
            wall.add((double) setAndCancel(running.timers()) / TIMERS);
        }
        Thread.sleep(SETTLE.toMillis()); // what a peer has put off is part of the price
        figures.accept(CPU_PER_TIMER, (double) used.nanos() / TIMERS / wall.size());
        figures.accept(WALL_PER_TIMER, Median.of(wall));
    }

    private static long setAndCancel(Timers timers) {
        SetAndCancel batch = new SetAndCancel(timers, TIMERS, SETTERS, NEAREST_TIMEOUT, FARTHEST_TIMEOUT);
        batch.run();
        return batch.nanos();
    }

    static void memory(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures)
            throws InterruptedException {
        Timers timers = running.timers();
        new SetAndFire(timers, SETTERS, SETTERS, Duration.ofMillis(1)).run(); // the threads are there
        Timers.Setter setter = timers.setterOf(() -> {});
        SplittableRandom random = new SplittableRandom(SEED);
        Object[] pending = new Object[TIMERS];
        long before = HeapInUse.bytes();
        for (int i = 0; i < TIMERS; i++) {
            pending[i] = setter.set(random.nextLong(NEAREST_KEPT.toNanos(), FARTHEST_KEPT.toNanos()));
        }
        Thread.sleep(SETTLE.toMillis());
        figures.accept(HEAP_BYTES, (double) (HeapInUse.bytes() - before) / TIMERS);
        for (Object timer : pending) {
            timers.cancel(timer); // executors wait for them when they are shut down
        }
    }
}
