package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Absolute;
import dev.gmp.benchmarks.measure.OverheadMeasurements;
import dev.gmp.benchmarks.measure.ProfileMeasurements;
import java.util.List;

/** What parts of the scheduler cost tasks that do not need them, in the order of the table: with them to without, in one JVM. */
final class OverheadWorkloads {
    private static final Target THREE_PERCENT = Absolute.atMost(1.03);
    private static final Target ONE_PERCENT = Absolute.atMost(1.01);

    static final List<Workload> ALL = List.of(
            workload(
                    "sysmonOverhead",
                    onPairs("the monitor"),
                    Metric.ofRatio(OverheadMeasurements.MONITOR_FORK_TREE, "sysmonOverhead, forkTree", THREE_PERCENT),
                    Metric.ofRatio(OverheadMeasurements.MONITOR_RESUBMIT, "sysmonOverhead, resubmit", THREE_PERCENT)),
            workload(
                    "recorderOverhead",
                    onPairs("the flight recorder"),
                    Metric.ofRatio(OverheadMeasurements.RECORDER_FORK_TREE, "recorderOverhead, forkTree", ONE_PERCENT),
                    Metric.ofRatio(OverheadMeasurements.RECORDER_RESUBMIT, "recorderOverhead, resubmit", ONE_PERCENT)),
            workload(
                    "kindsOverhead",
                    onPairs("estimates for each kind of task"),
                    Metric.ofRatio(OverheadMeasurements.KINDS_FORK_TREE, "kindsOverhead, forkTree", ONE_PERCENT),
                    Metric.ofRatio(OverheadMeasurements.KINDS_RESUBMIT, "kindsOverhead, resubmit", ONE_PERCENT)),
            workload(
                    "profileOverhead",
                    "forkTree beside goroutine profiles, one a second or one after the other, and without, in turns of a second each",
                    Metric.ofRatio(ProfileMeasurements.EACH_SECOND, "profileOverhead, one a second", ONE_PERCENT),
                    Metric.ofRatio(ProfileMeasurements.WITHOUT_PAUSE, "profileOverhead, without pause", Target.NONE)));

    private OverheadWorkloads() {}

    private static String onPairs(String part) {
        return "forkTree and resubmit with %s and without, on pairs of schedulers with one processor that take turns in one JVM: the"
                        .formatted(part)
                + " median of the ratios";
    }

    private static Workload workload(String id, String description, Metric... metrics) {
        return new ListedWorkload(Group.OVERHEAD, id, description, peer -> true, List.of(metrics));
    }
}
