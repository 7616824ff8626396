package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.MemberStatus;

/*
 * MERGE-1: of two clusters of one name that hear of each other, one ends, and its nodes join the other.
 *
 * Two nodes that each found none to join may have founded two: the first seed node, when no other answered in time, and a node
 * that was cut off (FOUND-1). Pekko never joins two clusters. So each member asks the addresses that it knows and that are no
 * member's: it sends the members here, and hears the members there. Clusters without a common member are two. The smaller one
 * ends; of two of one size, that without the first of all nodes. A node that hears of it tells its members, and leaves.
 */

/** Ends the membership in one of two clusters of one name. */
final class Reunion {

    static final String MEET = "MEET ";
    static final String MET = "MET ";

    private static final System.Logger LOGGER = System.getLogger(Reunion.class.getName());

    private final String cluster;
    private final Life life;

    /** The members of the cluster that this node leaves for. */
    private volatile Set<NodeId> joined = Set.of();

    Reunion(String cluster, Life life) {
        this.cluster = cluster;
        this.life = life;
    }

    /** Empty unless this node leaves for another cluster. */
    Set<NodeId> joined() {
        return joined;
    }

    /** @param hostAndPort of a node that is no member here */
    void ask(String hostAndPort) {
        if (isMember()) {
            life.gatewayOf(hostAndPort).tell(MEET + text(membersHere(), cluster), life.gateway());
        }
    }

    void asked(String members, ActorRef sender) {
        if (isMember()) {
            heard(members);
            sender.tell(MET + text(membersHere(), cluster), life.gateway());
        }
    }

    /** By one thread at a time. */
    void heard(String members) {
        Set<NodeId> here = membersHere();
        Set<NodeId> there = members(members, cluster);
        if (joined.isEmpty() && isMember() && joins(here, there)) {
            joined = there;
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "There are two clusters ''{0}'': {1} leaves that of {2} and joins that of {3}",
                    cluster,
                    life.self(),
                    here,
                    there);
            life.peers().gateways().forEach(member -> member.tell(MET + members, life.gateway()));
            Cluster.get(life.system()).down(Cluster.get(life.system()).selfAddress());
        }
    }

    /** A node that joins or leaves decides nothing, nor does one that stood still: its cluster may have ended since. */
    private boolean isMember() {
        return !life.isFenced() && Cluster.get(life.system()).selfMember().status() == MemberStatus.up();
    }

    private Set<NodeId> membersHere() {
        return StreamSupport.stream(
                        Cluster.get(life.system()).state().getMembers().spliterator(), false)
                .map(Addresses::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What {@link #members} reads: the name comes last, since it may have spaces. */
    static String text(Set<NodeId> members, String cluster) {
        return members.stream().map(NodeId::toString).collect(Collectors.joining(",")) + " " + cluster;
    }

    /** None of a cluster with another name. */
    static Set<NodeId> members(String text, String cluster) {
        String[] parts = text.split(" ", 2);
        return parts[1].equals(cluster)
                ? Arrays.stream(parts[0].split(",")).map(NodeId::parse).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Whether the nodes here join those there. */
    static boolean joins(Set<NodeId> here, Set<NodeId> there) {
        if (there.isEmpty() || !Collections.disjoint(here, there)) {
            return false;
        }
        return here.size() == there.size() ? first(there).compareTo(first(here)) < 0 : here.size() < there.size();
    }

    private static String first(Set<NodeId> members) {
        return Collections.min(members.stream().map(NodeId::toString).toList());
    }
}
