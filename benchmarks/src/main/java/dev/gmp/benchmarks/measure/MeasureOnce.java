package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.cluster.ClusterMeasurements;
import dev.gmp.benchmarks.peer.Parallelism;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.peer.RunningPeer;
import dev.gmp.config.OvertimePolicy;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjDoubleConsumer;

/**
 * Takes one measurement and prints its figures, one a line as {@code key value}. To be run in a JVM of its own, since it
 * counts the processor time of all its threads.
 */
public final class MeasureOnce {
    private static final Map<String, Measurement> MEASUREMENTS = Map.ofEntries(
            Map.entry("trickle", on(OutsideMeasurements::trickle)),
            Map.entry("idleCpu", OutsideMeasurements::idleCpu),
            Map.entry("sleep100k", on(ParkedMeasurements::sleep)),
            Map.entry("goroutinesSleep100k", on(ParkedMeasurements::goroutinesSleep)),
            Map.entry("memory", on(ParkedMeasurements::memory)),
            Map.entry("channelMemory", ParkedMeasurements::channelMemory),
            Map.entry("channelMemory64", ParkedMeasurements::channelMemory64),
            Map.entry("actorMemory", on(ActorMemory::idle)),
            Map.entry("echo", EchoMeasurements::echo),
            Map.entry("hogLatency", on(HogMeasurements::latency)),
            Map.entry("hogs300", crowd(OvertimePolicy.LOWER_PRIORITY, 0, 300)),
            Map.entry("hogs300nice0", crowd(OvertimePolicy.KEEP_PRIORITY, 0, 300)),
            Map.entry("hogs2000", crowd(OvertimePolicy.LOWER_PRIORITY, 0, 2_000)),
            Map.entry("waiters292", crowd(OvertimePolicy.LOWER_PRIORITY, 292, 8)),
            Map.entry("bagStorm", on(CrowdMeasurements::bagStorm)),
            Map.entry("blockingMakespan", on(BurstMeasurements::sleeping)),
            Map.entry("pinnedMakespan", on(BurstMeasurements::pinned)),
            Map.entry("fileBlocking", on(BurstMeasurements::reading)),
            Map.entry("setAndFire", on(TimerMeasurements::setAndFire)),
            Map.entry("setAndCancel", on(TimerMeasurements::setAndCancel)),
            Map.entry("lateness", on(LatenessMeasurements::lateness)),
            Map.entry("timerMemory", on(TimerMeasurements::memory)),
            Map.entry("checkpoint", on(SysmonMeasurements::checkpoint)),
            Map.entry("sysmonCpu", on(SysmonMeasurements::cpu)),
            Map.entry("profileOverhead", on(ProfileMeasurements::overhead)),
            Map.entry("clusterLocal", ClusterMeasurements::local),
            Map.entry("clusterRemote", ClusterMeasurements::remote),
            Map.entry("clusterFailover", ClusterMeasurements::failover),
            Map.entry("clusterMemory", ClusterMeasurements::memory),
            Map.entry("sysmonOverhead", OverheadMeasurements::monitor),
            Map.entry("recorderOverhead", OverheadMeasurements::recorder),
            Map.entry("kindsOverhead", OverheadMeasurements::kinds));

    private MeasureOnce() {}

    /** A measurement of one peer. */
    @FunctionalInterface
    private interface Measurement {
        /** @param window how long to watch, or to hand in tasks, where that is open */
        void take(Peer peer, Duration window, ObjDoubleConsumer<String> figures) throws Exception;
    }

    /** The same of one that is started for it. */
    @FunctionalInterface
    private interface OnRunningPeer {
        void take(RunningPeer running, Duration window, ObjDoubleConsumer<String> figures) throws Exception;
    }

    private static Measurement on(OnRunningPeer measurement) {
        return (peer, window, figures) -> {
            try (RunningPeer running = peer.start(Parallelism.ofThisJvm())) {
                measurement.take(running, window, figures);
            }
        };
    }

    private static Measurement crowd(OvertimePolicy overtime, int waiting, int computing) {
        return (peer, window, figures) -> {
            try (RunningPeer running = peer.start(Parallelism.ofThisJvm(), overtime)) {
                CrowdMeasurements.measure(running, waiting, computing, window, figures);
            }
        };
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
