package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.pekko.actor.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * The members of the cluster, this node included, and the gateways of those with which it has exchanged greetings. One
 * thread at a time changes the members; any thread may read.
 */
final class Peers {

    static final int MOST_GONE = 100;

    private final Set<NodeId> members = ConcurrentHashMap.newKeySet();
    private final Set<NodeId> down = ConcurrentHashMap.newKeySet();
    private final Map<NodeId, ActorRef> gateways = new ConcurrentHashMap<>();

    /** With the last {@value #MOST_GONE} nodes that are gone, since frames to them may still come back as undelivered. */
    private final Map<ActorRef, NodeId> nodes = new ConcurrentHashMap<>();

    /** Of those. */
    private final Queue<ActorRef> gone = new ConcurrentLinkedQueue<>();

    private final Set<NodeId> unreachable = ConcurrentHashMap.newKeySet();

    Set<NodeId> members() {
        return members;
    }

    /** The members, and the nodes that are down and not yet removed: a node that downs all nodes begins with the others. */
    Set<NodeId> membersAndDown() {
        Set<NodeId> all = new HashSet<>(members);
        all.addAll(down);
        return all;
    }

    @Nullable
    ActorRef gateway(NodeId node) {
        return gateways.get(node);
    }

    /** Of the members. */
    Collection<ActorRef> gateways() {
        return gateways.values();
    }

    /** The node of a gateway, also of one that has been removed; null if it is not known. */
    @Nullable
    NodeId node(ActorRef gateway) {
        return nodes.get(gateway);
    }

    boolean isReachable(NodeId node) {
        return gateways.containsKey(node) && !unreachable.contains(node);
    }

    void joined(NodeId node) {
        members.add(node);
    }

    /** Of a node that is no member it takes nothing. */
    void greeted(NodeId node, ActorRef gateway) {
        if (members.contains(node) && gateways.putIfAbsent(node, gateway) == null) {
            nodes.put(gateway, node);
            if (!members.contains(node)) {
                removeGateway(node);
            }
        }
    }

    private void removeGateway(NodeId node) {
        ActorRef gateway = gateways.remove(node);
        if (gateway != null) {
            gone.add(gateway);
            if (gone.size() > MOST_GONE) {
                nodes.remove(gone.remove());
            }
        }
    }

    void setReachable(NodeId node, boolean value) {
        if (value) {
            unreachable.remove(node);
        } else {
            unreachable.add(node);
        }
    }

    void downed(NodeId node) {
        takeOut(node);
        down.add(node);
    }

    void removed(NodeId node) {
        takeOut(node);
        down.remove(node);
    }

    private void takeOut(NodeId node) {
        members.remove(node);
        unreachable.remove(node);
        removeGateway(node);
    }
}
