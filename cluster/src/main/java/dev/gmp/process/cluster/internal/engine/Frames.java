package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.UnregisteredMessageException;
import dev.gmp.process.cluster.internal.engine.KeyedMessage.CancelRequest;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import org.jspecify.annotations.Nullable;

/** Sends messages to other nodes, and reads those that have come. */
record Frames(Router router) {

    /** A message that was forwarded by more nodes is given up. */
    private static final int MOST_HOPS = 3;

    SendResult send(RemotePid to, @Nullable Pid sender, Object message) {
        NodeId node = node(to);
        if (node == null) {
            return SendResult.UNKNOWN;
        }
        Fabric fabric = reaching(node);
        if (fabric == null) {
            return SendResult.UNREACHABLE;
        }
        fabric.send(node, new Frame.ToNumber(to.number(), globalOrNull(sender), body(message)));
        router.counters.sentRemote.increment();
        return SendResult.DELIVERED;
    }

    SendResult send(NodeId node, KeyedMessage message) {
        Fabric fabric = reaching(node);
        if (fabric == null) {
            return SendResult.UNREACHABLE;
        }
        if (message.content() instanceof CancelRequest request) {
            fabric.send(node, new Frame.Cancel(message.to(), request.reason()));
            return SendResult.DELIVERED;
        }
        boolean forwards = message.isReceived() || message.wasTaken();
        int hops = message.hops() + (message.isReceived() ? 1 : 0);
        if (hops > MOST_HOPS) {
            return SendResult.UNREACHABLE;
        }
        fabric.send(node, new Frame.ToKey(message.to(), globalOrNull(message.sender()), body(message.content()), hops));
        (forwards ? router.counters.forwarded : router.counters.sentRemote).increment();
        return SendResult.DELIVERED;
    }

    void sendLost(NodeId node, Pid sender, Pid to, SendResult reason) {
        Fabric fabric = reaching(node);
        if (fabric != null) {
            fabric.send(node, new Frame.Lost(sender, router.global(to), reason));
        }
    }

    /** The fabric, if it can send to a node now. */
    private @Nullable Fabric reaching(NodeId node) {
        Fabric fabric = router.fabric();
        return fabric != null && !fabric.isFenced() && fabric.isReachable(node) ? fabric : null;
    }

    private @Nullable Pid globalOrNull(@Nullable Pid pid) {
        return pid == null ? null : router.global(pid);
    }

    static @Nullable NodeId node(RemotePid pid) {
        try {
            return NodeId.parse(pid.node());
        } catch (RuntimeException notWrittenByANode) {
            return null;
        }
    }

    private Frame.Body body(Object content) {
        return content instanceof Frame.Body body
                ? body
                : new Frame.Body(
                        router.settings.codec().nameOf(content.getClass()),
                        router.settings.codec().write(content));
    }

    /**
     * A message as it was before it was written.
     *
     * @throws IllegalArgumentException if it cannot be read, which is counted and logged by then
     */
    Object read(Frame.Body body) {
        try {
            return router.settings.codec().read(body.name(), body.bytes());
        } catch (Throwable thrown) {
            String kind = thrown instanceof UnregisteredMessageException ? "unregistered" : "unreadable";
            router.counters.refused(kind);
            router.warnings.warn(kind, "A message of another node was refused: %s", body.name(), thrown);
            throw thrown instanceof IllegalArgumentException refused
                    ? refused
                    : new IllegalArgumentException("A message of %s cannot be read".formatted(body.name()), thrown);
        }
    }
}
