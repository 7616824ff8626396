package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.benchmarks.workload.Hogs;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/** Short tasks beside tasks that compute for long. */
public final class HogMeasurements {
    /** Milliseconds from hand-in to start that half of the short tasks did not exceed. */
    public static final String START_P50 = "start-p50-ms";

    public static final String START_P99 = "start-p99-ms";
    public static final String START_P999 = "start-p999-ms";

    static final Duration INTERVAL = Duration.ofMillis(1);
    private static final Duration WARM_UP = Duration.ofMillis(300);

    private HogMeasurements() {}

    static void latency(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) {
        WarmUp.withTrickle(running);
        besideHogs(running, WARM_UP);
        Trickle.Cost cost = besideHogs(running, window);
        figures.accept(START_P50, cost.latencyNanos(0.50) / 1e6);
        figures.accept(START_P99, cost.latencyNanos(0.99) / 1e6);
        figures.accept(START_P999, cost.latencyNanos(0.999) / 1e6);
    }

    /** Hogs whose work fills the processors for so long, and short tasks for as long. */
    private static Trickle.Cost besideHogs(RunningPeer running, Duration window) {
        Hogs hogs = Hogs.filling(running.executor(), window);
        hogs.start();
        Trickle.Cost cost = new Trickle(running.executor(), INTERVAL).run((int) window.dividedBy(INTERVAL));
        hogs.await();
        return cost;
    }
}
