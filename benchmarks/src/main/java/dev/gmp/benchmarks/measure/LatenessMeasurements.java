package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.Percentile;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Hogs;
import dev.gmp.benchmarks.workload.SetAndFire;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/** How late single timers fire: on an idle machine, and beside hogs on all processors. */
public final class LatenessMeasurements {
    /** Microseconds from due to started that half of the timers did not exceed while nothing else ran. */
    public static final String IDLE_P50 = "idle-p50-us";

    public static final String IDLE_P99 = "idle-p99-us";
    /** Milliseconds that half of the timers did not exceed beside hogs. */
    public static final String HOGS_P50 = "hogs-p50-ms";

    public static final String HOGS_P99 = "hogs-p99-ms";

    private static final Duration GAP = Duration.ofMillis(1);
    private static final int WARM_UP_TIMERS = 200_000;
    private static final int SETTERS = 2;
    private static final Duration WARM_UP_SPREAD = Duration.ofMillis(300);
    private static final Duration WARM_UP = Duration.ofMillis(500);

    /** A timer each millisecond: the JIT compiles what it takes within the first seconds, on the CPUs of those that are due. */
    private static final Duration IDLE_WARM_UP = Duration.ofSeconds(6);

    private LatenessMeasurements() {}

    static void lateness(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        new SetAndFire(running.timers(), WARM_UP_TIMERS, SETTERS, WARM_UP_SPREAD).run();
        Lateness timers = new Lateness(running.timers(), GAP);
        timers.run(timersWithin(IDLE_WARM_UP));
        long[] idle = timers.run(timersWithin(window));
        figures.accept(IDLE_P50, Percentile.of(idle, 0.50) / 1e3);
        figures.accept(IDLE_P99, Percentile.of(idle, 0.99) / 1e3);
        besideHogs(running, WARM_UP);
        long[] loaded = besideHogs(running, window);
        figures.accept(HOGS_P50, Percentile.of(loaded, 0.50) / 1e6);
        figures.accept(HOGS_P99, Percentile.of(loaded, 0.99) / 1e6);
    }

    /** Hogs whose work fills the processors for so long, and timers for as long. */
    private static long[] besideHogs(RunningPeer running, Duration window) {
        Hogs hogs = Hogs.filling(running.executor(), window);
        hogs.start();
        long[] lateness = new Lateness(running.timers(), GAP).run(timersWithin(window));
        hogs.await();
        return lateness;
    }

    private static int timersWithin(Duration window) {
        return Math.max(1, (int) window.dividedBy(GAP));
    }
}
