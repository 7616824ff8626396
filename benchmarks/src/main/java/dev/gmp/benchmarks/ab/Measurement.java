package dev.gmp.benchmarks.ab;

import dev.gmp.benchmarks.compare.Metric;
import dev.gmp.benchmarks.compare.Workload;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What one JVM measures.
 *
 * @param metrics those of the workload's that are compared
 */
record Measurement(Workload workload, Peer peer, List<Metric> metrics) {
    private static final String FIGURE = ":";
    private static final String NAME_AND_FIGURE = ", ";

    /**
     * The workload on each of the peers that has it.
     *
     * @param choice a workload's id, or, for one of its figures only, such as {@code hogLatency:p99}
     * @throws IllegalArgumentException if there is no such workload or figure; the message lists those there are
     */
    static List<Measurement> of(String choice, List<Peer> peers) {
        String[] idAndFigure = choice.split(FIGURE, 2);
        Workload workload = Workload.byId(idAndFigure[0]);
        List<Metric> metrics = idAndFigure.length == 1 ? workload.metrics() : List.of(metric(workload, idAndFigure[1]));
        return workload.group().availablePeers().stream()
                .filter(peer -> peers.contains(peer) && workload.runsOn(peer))
                .map(peer -> new Measurement(workload, peer, metrics))
                .toList();
    }

    private static Metric metric(Workload workload, String figure) {
        return workload.metrics().stream()
                .filter(metric -> figureOf(metric).equals(figure))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown figure '%s' of %s: expected one of %s"
                        .formatted(
                                figure,
                                workload.id(),
                                workload.metrics().stream()
                                        .map(Measurement::figureOf)
                                        .filter(name -> !name.isEmpty())
                                        .collect(Collectors.joining(NAME_AND_FIGURE)))));
    }

    /** The part of its name behind the workload's; empty for the figure that has the workload's name. */
    private static String figureOf(Metric metric) {
        int comma = metric.name().indexOf(NAME_AND_FIGURE);
        return comma < 0 ? "" : metric.name().substring(comma + NAME_AND_FIGURE.length());
    }
}
