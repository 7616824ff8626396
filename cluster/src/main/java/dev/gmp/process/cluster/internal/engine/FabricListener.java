package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster tells the engine. Calls for one shard, and frames of one node, come one after the other. No method
 * blocks.
 */
public interface FabricListener {

    /** From now on this node owns the shard. No other node does, as far as the cluster can tell. */
    void owned(String type, int shard);

    /**
     * This node has to give the shard up. The engine ends the shard's processes.
     *
     * @param ended runs once when no process of the shard is alive here; only then another node may own it
     */
    void giveUp(String type, int shard, Runnable ended);

    void received(NodeId from, Frame frame);

    /** A message was given to {@link Fabric#send}, and dropped before it was on its way. */
    void undelivered(@Nullable Pid sender, Pid to, SendResult reason);

    /** A node leaves or has left, and will not come back: what it owned is owned by none. It may be told twice. */
    void removed(NodeId node);

    /** This node is no longer a member. All its shards are lost at once, and their processes are ended without asking. */
    void cutOff();

    /** After a pause most other nodes have confirmed that this one is a member: {@link Fabric#isFenced} is false again. */
    void fenceOpened();
}
