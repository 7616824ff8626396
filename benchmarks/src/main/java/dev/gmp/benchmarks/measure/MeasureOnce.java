package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.cluster.ClusterMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Takes one measurement and prints its figures, one a line as {@code key value}. To be run in a JVM of its own, since it
 * counts the processor time of all its threads.
 */
public final class MeasureOnce {
    private static final Map<String, Measurement> MEASUREMENTS = Map.ofEntries(
            Map.entry("trickle", OutsideMeasurements::trickle),
            Map.entry("idleCpu", OutsideMeasurements::idleCpu),
            Map.entry("sleep100k", ParkedMeasurements::sleep),
            Map.entry("goroutinesSleep100k", ParkedMeasurements::goroutinesSleep),
            Map.entry("memory", ParkedMeasurements::memory),
            Map.entry("channelMemory", ParkedMeasurements::channelMemory),
            Map.entry("channelMemory64", ParkedMeasurements::channelMemory64),
            Map.entry("actorMemory", ActorMemory::idle),
            Map.entry("echo", EchoMeasurements::echo),
            Map.entry("hogLatency", HogMeasurements::latency),
            Map.entry("hogs300", CrowdMeasurements::hogs300),
            Map.entry("hogs300nice0", CrowdMeasurements::hogs300Unlowered),
            Map.entry("hogs2000", CrowdMeasurements::hogs2000),
            Map.entry("waiters292", CrowdMeasurements::waiters),
            Map.entry("bagStorm", CrowdMeasurements::bagStorm),
            Map.entry("blockingMakespan", BurstMeasurements::sleeping),
            Map.entry("pinnedMakespan", BurstMeasurements::pinned),
            Map.entry("fileBlocking", BurstMeasurements::reading),
            Map.entry("setAndFire", TimerMeasurements::setAndFire),
            Map.entry("setAndCancel", TimerMeasurements::setAndCancel),
            Map.entry("lateness", LatenessMeasurements::lateness),
            Map.entry("timerMemory", TimerMeasurements::memory),
            Map.entry("checkpoint", SysmonMeasurements::checkpoint),
            Map.entry("sysmonCpu", SysmonMeasurements::cpu),
            Map.entry("profileOverhead", ProfileMeasurements::overhead),
            Map.entry("clusterLocal", (peer, window, figures) -> ClusterMeasurements.local(peer, window, figures::add)),
            Map.entry(
                    "clusterRemote", (peer, window, figures) -> ClusterMeasurements.remote(peer, window, figures::add)),
            Map.entry("clusterFailover", (peer, window, figures) -> ClusterMeasurements.failover(peer, figures::add)),
            Map.entry("clusterMemory", (peer, window, figures) -> ClusterMeasurements.memory(peer, figures::add)),
            Map.entry("sysmonOverhead", (peer, window, figures) -> OverheadMeasurements.monitor(window, figures)),
            Map.entry("recorderOverhead", (peer, window, figures) -> OverheadMeasurements.recorder(window, figures)),
            Map.entry("kindsOverhead", (peer, window, figures) -> OverheadMeasurements.kinds(window, figures)));

    private MeasureOnce() {}

    /** A measurement of one peer. */
    @FunctionalInterface
    private interface Measurement {
        /** @param window how long to watch, or to hand in tasks, where that is open */
        void take(Peer peer, Duration window, FigureSink figures) throws Exception;
    }

    /** What can be measured. */
    public static Set<String> measurements() {
        return MEASUREMENTS.keySet();
    }

    /** Arguments: the measurement, the peer's id, and for how many milliseconds to measure. */
    public static void main(String... args) throws Exception {
        Measurement measurement = MEASUREMENTS.get(args[0]);
        if (measurement == null) {
            throw new IllegalArgumentException("Unknown measurement " + args[0]);
        }
        measurement.take(Peer.byId(args[1]), Duration.ofMillis(Long.parseLong(args[2])), MeasureOnce::print);
    }

    private static void print(String key, double value) {
        System.out.printf(Locale.ROOT, "%s %.6f%n", key, value);
    }
}
