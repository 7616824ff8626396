package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is measured. */
public interface Workload {
    /** On whose page it stands. */
    Group group();

    /** The name on the command line, and of the measurement. */
    String id();

    /** One line that says what the peers are made to do. */
    String description();

    /** At least one. */
    List<Metric> metrics();

    /** Whether it can be measured on this peer, which is one of its group's. */
    boolean runsOn(Peer peer);

    /** Whether JMH measures it, and not a measurement of its own. */
    default boolean isByJmh() {
        return metrics().get(0).key().equals(Metric.JMH_SCORE);
    }

    /** The method that measures it, if it is by JMH. The order of the queues is the peer's, so one method serves both. */
    default String jmhMethod() {
        return group() == Group.LIFO ? id().replace("Lifo", "") : id();
    }

    /** In the order of the tables. */
    static List<Workload> all() {
        return Stream.of(
                        ForkedWorkloads.ALL,
                        MeetWorkloads.ALL,
                        ChannelWorkloads.ALL,
                        ClusterWorkloads.ALL,
                        OverheadWorkloads.ALL)
                .<Workload>flatMap(List::stream)
                .toList();
    }

    /** @throws IllegalArgumentException if no workload has this id; the message lists those there are */
    static Workload byId(String id) {
        return all().stream()
                .filter(workload -> workload.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("Unknown workload '%s': expected one of %s".formatted(id, ids())));
    }

    /** For messages and help. */
    static String ids() {
        return all().stream().map(Workload::id).collect(Collectors.joining(", "));
    }
}
