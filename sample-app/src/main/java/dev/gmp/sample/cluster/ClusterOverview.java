package dev.gmp.sample.cluster;

import java.util.List;

/**
 * The nodes, and where the parts of the corpus are.
 *
 * @param clustered whether this node is one of a cluster
 * @param status what this node is in the cluster
 * @param missingParts the numbers of the parts that move to another node, or are being read
 */
public record ClusterOverview(
        boolean clustered, String status, List<Node> nodes, List<Integer> missingParts, long files, long lines) {

    /** Of a service that runs alone. */
    public static final ClusterOverview NONE = new ClusterOverview(false, "", List.of(), List.of(), 0, 0);

    /**
     * A node of the cluster.
     *
     * @param self whether it is the one that answers
     * @param parts the numbers of its parts
     */
    public record Node(String address, String status, boolean reachable, boolean self, List<Integer> parts) {}
}
