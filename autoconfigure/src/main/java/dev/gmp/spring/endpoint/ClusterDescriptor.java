package dev.gmp.spring.endpoint;

import java.util.List;
import java.util.Map;

/**
 * What this node knows of its cluster, as the endpoint shows it.
 *
 * @param name of the cluster
 * @param self the address of this node
 * @param status what this node is in it: joining, up, leaving, cut off or closed
 * @param members all known nodes, the oldest first
 * @param types the keyed types by name
 * @param counters totals since the start of this node
 * @since 0.2.0
 */
public record ClusterDescriptor(
        String name, String self, String status, List<Member> members, Map<String, Type> types, Counters counters) {

    /**
     * A node.
     *
     * @param status Pekko's name of its state
     * @param reachable whether this node can reach it
     */
    public record Member(String address, String status, boolean reachable, List<String> roles) {}

    /**
     * A keyed type.
     *
     * @param shardsByNode which shards a node owns, as far as this node knows
     * @param localProcesses how many keyed processes live on this node
     * @param buffered messages of this node that wait until a shard's node is known, or their process has started
     */
    public record Type(int shards, Map<String, List<Integer>> shardsByNode, long localProcesses, long buffered) {}

    /**
     * Totals.
     *
     * @param sentLocal messages to keyed processes of this node
     * @param sentRemote messages to other nodes
     * @param received messages from other nodes
     * @param forwarded messages that came here for a shard which had moved
     * @param undelivered messages that reached no process, by reason
     * @param refused messages from other nodes that could not be read, by reason
     * @param lateAnswers answers that came after the timeout
     * @param movedShards shards that have left this node for another
     */
    public record Counters(
            long sentLocal,
            long sentRemote,
            long received,
            long forwarded,
            Map<String, Long> undelivered,
            Map<String, Long> refused,
            long lateAnswers,
            long movedShards) {}
}
