package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is measured.
 *
 * @param group on whose page it stands
 * @param id the name on the command line, and of the measurement
 * @param description one line that says what the peers are made to do
 * @param peers which of the group's peers it can be measured on
 * @param metrics at least one
 */
public record Workload(Group group, String id, String description, Predicate<Peer> peers, List<Metric> metrics) {
    /** On all peers of the group; in groups where Go is only a guest, on those of the JVM. Its work and its metrics come next. */
    static Workload of(Group group, String id) {
        return new Workload(group, id, "", peer -> group == Group.VIRTUAL || peer.isInThisJvm(), List.of());
    }

    Workload doing(String work) {
        return new Workload(group, id, work, peers, metrics);
    }

    Workload on(Predicate<Peer> some) {
        return new Workload(group, id, description, some, metrics);
    }

    Workload measuring(String key, String name, String unit, Target target) {
        List<Metric> more = new ArrayList<>(metrics);
        more.add(new Metric(key, name, unit, target));
        return new Workload(group, id, description, peers, List.copyOf(more));
    }

    /** Adds the metric that JMH measures. */
    Workload byJmh(String name, String unit, Target target) {
        return measuring(Metric.JMH_SCORE, name, unit, target);
    }

    /** Adds the time of the work beside something, to the same without it. */
    Workload comparing(String key, String name, Target target) {
        return measuring(key, name, "with/without", target);
    }

    /** Whether it can be measured on this peer, which is one of its group's. */
    public boolean runsOn(Peer peer) {
        return peers.test(peer);
    }

    /** Whether JMH measures it, and not a measurement of its own. */
    public boolean isByJmh() {
        return metrics.get(0).key().equals(Metric.JMH_SCORE);
    }

    /** The method that measures it, if it is by JMH. The order of the queues is the peer's, so one method serves both. */
    String jmhMethod() {
        return group == Group.LIFO ? id.replace("Lifo", "") : id;
    }

    /** In the order of the tables. */
    public static List<Workload> all() {
        return Stream.of(
                        ForkedWorkloads.ALL,
                        MeetWorkloads.ALL,
                        ChannelWorkloads.ALL,
                        ClusterWorkloads.ALL,
                        OverheadWorkloads.ALL)
                .flatMap(List::stream)
                .toList();
    }

    /** @throws IllegalArgumentException if no workload has this id; the message lists those there are */
    public static Workload byId(String id) {
        return all().stream()
                .filter(workload -> workload.id.equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("Unknown workload '%s': expected one of %s".formatted(id, ids())));
    }

    /** For messages and help. */
    public static String ids() {
        return all().stream().map(Workload::id).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return id;
    }
}
