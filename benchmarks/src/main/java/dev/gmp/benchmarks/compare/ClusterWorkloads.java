package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.compare.Group.CLUSTER;
import static dev.gmp.benchmarks.compare.Workload.of;

import dev.gmp.benchmarks.cluster.ClusterMeasurements;
import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.peer.Peer;
import java.util.List;

/** What is measured of keys in a cluster, in the order of the table. */
final class ClusterWorkloads {
    static final List<Workload> ALL = List.of(
            of(CLUSTER, "clusterLocal")
                    .doing(
                            "16 threads send to 16 keys of their own node, which is the only one; each asks after 1,000 messages how"
                                    + " many have come, and waits for the answer")
                    .measuring(ClusterMeasurements.MESSAGE, "local", "ns a message", besidePekko(0.5)),
            of(CLUSTER, "clusterRemote")
                    .doing(
                            "the same with keys of the other node and 100 messages; then one thread asks the 16 keys in turn, and waits"
                                    + " for each answer")
                    .measuring(ClusterMeasurements.MESSAGE, "remote", "ns a message", besidePekko(1.05))
                    .measuring(ClusterMeasurements.ASK_P50, "ask, p50", "us", Target.NONE)
                    .measuring(ClusterMeasurements.ASK_P99, "ask, p99", "us", besidePekko(1.0)),
            of(CLUSTER, "clusterFailover")
                    .doing(
                            "one of two nodes is killed, the younger: how long until the last of 50 of its keys answers again, asked"
                                    + " every 100 ms; the median of three such clusters")
                    .measuring(ClusterMeasurements.FAILOVER, "failover", "ms", besidePekko(1.0)),
            of(CLUSTER, "clusterMemory")
                    .doing(
                            "100,000 keys that have had a message and a question and wait for the next, on one node: heap in use after a"
                                    + " collection, less what was in use with 20,000 others before")
                    .measuring(ClusterMeasurements.HEAP_BYTES, "memory", "bytes an idle key", besidePekko(0.5)));

    private ClusterWorkloads() {}

    private static Target besidePekko(double atMost) {
        return Ratio.of(atMost, Peer.PEKKO_SHARDING);
    }
}
