package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;

/** What the engine asks of the cluster below it. Any thread may call it; no method blocks. */
public interface Fabric {

    NodeId self();

    /** Whether this node takes part in the cluster, and can reach another. */
    boolean isReachable(NodeId node);

    /** Sends a frame. Frames to one node arrive in the order of the calls, or do not arrive. */
    void send(NodeId to, Frame frame);

    /**
     * Asks which node owns a shard, and has it allocated if none does. The answer is {@link Frame.Located} from the owner, which
     * may be this node; it may not come.
     */
    void locate(String type, int shard);

    /**
     * Whether this node has stood still so long that other nodes may own its shards by now. No step of a keyed process may
     * run then, and no message be sent, until {@link FabricListener#fenceOpened} or {@link FabricListener#cutOff}. It costs
     * two reads of memory and one of the clock.
     */
    boolean isFenced();
}
