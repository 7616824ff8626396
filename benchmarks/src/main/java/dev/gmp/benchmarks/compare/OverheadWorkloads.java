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
            Workload.of(Group.OVERHEAD, "profileOverhead")
                    .doing(
                            "forkTree beside goroutine profiles, one a second or one after the other, and without, in turns of a second each")
                    .comparing(ProfileMeasurements.EACH_SECOND, "profileOverhead, one a second", ONE_PERCENT)
                    .comparing(ProfileMeasurements.WITHOUT_PAUSE, "profileOverhead, without pause", Target.NONE));

    private OverheadWorkloads() {}

    private static Workload onPairs(String id, String part, Target target) {
        return Workload.of(Group.OVERHEAD, id)
                .doing("forkTree and resubmit with " + part
                        + " and without, on pairs of schedulers with one processor that take"
                        + " turns in one JVM: the median of the ratios")
                .comparing(OverheadMeasurements.FORK_TREE, id + ", forkTree", target)
                .comparing(OverheadMeasurements.RESUBMIT, id + ", resubmit", target);
    }
}
