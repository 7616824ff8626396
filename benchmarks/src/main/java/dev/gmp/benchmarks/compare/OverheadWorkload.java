package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Absolute;
import dev.gmp.benchmarks.measure.OverheadMeasurements;
import dev.gmp.benchmarks.measure.ProfileMeasurements;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;

/** What parts of the scheduler cost tasks that do not need them, in the order of the table: with them to without, in one JVM. */
enum OverheadWorkload implements Workload {
    MONITOR(
            "sysmonOverhead",
            "forkTree and resubmit with the monitor and without it, in turns in one JVM: the median of the ratios",
            Metric.ofRatio(OverheadMeasurements.MONITOR_FORK_TREE, "sysmonOverhead, forkTree", Absolute.atMost(1.03)),
            Metric.ofRatio(OverheadMeasurements.MONITOR_RESUBMIT, "sysmonOverhead, resubmit", Absolute.atMost(1.03))),

    RECORDER(
            "recorderOverhead",
            "the same with the flight recorder and without it",
            Metric.ofRatio(
                    OverheadMeasurements.RECORDER_FORK_TREE, "recorderOverhead, forkTree", Absolute.atMost(1.01)),
            Metric.ofRatio(
                    OverheadMeasurements.RECORDER_RESUBMIT, "recorderOverhead, resubmit", Absolute.atMost(1.01))),

    KINDS(
            "kindsOverhead",
            "the same with estimates for each kind of task and without them",
            Metric.ofRatio(OverheadMeasurements.KINDS_FORK_TREE, "kindsOverhead, forkTree", Absolute.atMost(1.01)),
            Metric.ofRatio(OverheadMeasurements.KINDS_RESUBMIT, "kindsOverhead, resubmit", Absolute.atMost(1.01))),

    PROFILE(
            "profileOverhead",
            "forkTree beside goroutine profiles, one a second or one after the other, and without, in turns of a second each",
            Metric.ofRatio(ProfileMeasurements.EACH_SECOND, "profileOverhead, one a second", Absolute.atMost(1.01)),
            Metric.ofRatio(ProfileMeasurements.WITHOUT_PAUSE, "profileOverhead, without pause", Target.NONE));

    private final String id;
    private final String description;
    private final List<Metric> metrics;

    OverheadWorkload(String id, String description, Metric... metrics) {
        this.id = id;
        this.description = description;
        this.metrics = List.of(metrics);
    }

    @Override
    public Group group() {
        return Group.SYSMON;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<Metric> metrics() {
        return metrics;
    }

    @Override
    public boolean runsOn(Peer peer) {
        return peer == Peer.GMP;
    }
}
