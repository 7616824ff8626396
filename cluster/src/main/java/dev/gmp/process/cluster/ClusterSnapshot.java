package dev.gmp.process.cluster;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one node knows of its cluster at one moment.
 *
 * @param self the address of this node, {@code host:port}
 * @param status what this node is in the cluster
 * @param members all known nodes, in the order of their age, the oldest first
 * @param types what is known of each keyed type, by name
 * @param counts counters since the start
 * @since 0.2.0
 */
public record ClusterSnapshot(
        String self, Status status, List<Member> members, Map<String, TypeSnapshot> types, Counts counts) {

    /**
     * What a node is in its cluster.
     *
     * @since 0.2.0
     */
    public enum Status {
        /** It looks for the other nodes. */
        JOINING,
        /** It takes part. */
        UP,
        /** It hands its keys over. */
        LEAVING,
        /** It cannot reach most of the others: its keyed processes have been ended, and it tries to join again. */
        CUT_OFF,
        /** It has left. */
        CLOSED
    }

    /**
     * A node.
     *
     * @param address {@code host:port}
     * @param status Pekko's name of its state: Joining, Up, Leaving, Exiting, Down, Removed, WeaklyUp
     * @param reachable whether this node can reach it
     * @param roles its roles
     * @since 0.2.0
     */
    public record Member(String address, String status, boolean reachable, Set<String> roles) {}

    /**
     * A keyed type.
     *
     * @param shards the number of shards
     * @param owners by shard: the node that this node takes for its owner; only shards that it knows
     * @param localProcesses the number of keyed processes that live on this node
     * @param buffered the number of messages of this node that wait until a shard's node is known, or their process
     *     has started
     * @since 0.2.0
     */
    public record TypeSnapshot(int shards, Map<Integer, String> owners, long localProcesses, long buffered) {}

    /**
     * Counters since the start of this node.
     *
     * @param sentLocal messages to keyed processes of this node
     * @param sentRemote messages to other nodes
     * @param received messages from other nodes
     * @param forwarded messages that came here for a shard which had moved
     * @param undelivered messages that reached no process, by reason
     * @param refused messages from other nodes that could not be read, by reason
     * @param lateAnswers answers that came after the timeout
     * @param movedShards shards that have left this node for another
     * @since 0.2.0
     */
    public record Counts(
            long sentLocal,
            long sentRemote,
            long received,
            long forwarded,
            Map<String, Long> undelivered,
            Map<String, Long> refused,
            long lateAnswers,
            long movedShards) {}
}
