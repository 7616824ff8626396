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
            onPairs("sysmonOverhead", "the monitor", THREE_PERCENT),
            onPairs("recorderOverhead", "the flight recorder", ONE_PERCENT),
            onPairs("kindsOverhead", "estimates for each kind of task", ONE_PERCENT),
            Workload.of(
                            Group.OVERHEAD,
                            "profileOverhead",
                            "forkTree beside goroutine profiles, one a second or one after the other, and without, in turns of a second each")
                    .measuring(
                            Metric.ofRatio(
                                    ProfileMeasurements.EACH_SECOND, "profileOverhead, one a second", ONE_PERCENT),
                            Metric.ofRatio(
                                    ProfileMeasurements.WITHOUT_PAUSE, "profileOverhead, without pause", Target.NONE)));

    private OverheadWorkloads() {}

    private static Workload onPairs(String id, String part, Target target) {
        String description =
                "forkTree and resubmit with %s and without, on pairs of schedulers with one processor that take turns in one JVM: the"
                        + " median of the ratios";
        return Workload.of(Group.OVERHEAD, id, description.formatted(part))
                .measuring(
                        Metric.ofRatio(OverheadMeasurements.FORK_TREE, id + ", forkTree", target),
                        Metric.ofRatio(OverheadMeasurements.RESUBMIT, id + ", resubmit", target));
    }
}
