package dev.gmp.process.cluster.internal.engine;

import dev.gmp.Goroutines;
import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to a shard: its {@link ShardHost} on this node, the {@link NodeId} of another, or unknown. While it is unknown,
 * messages wait, and the cluster is asked for the node.
 */
final class Route extends Gate<Object> {

    /** After this time the cluster is asked again where the shard is. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Router router;
    private final KeyedRoutes type;
    private final int shard;

    /** Whether a timer will ask. Guarded by this, as all that follows. */
    private boolean asks;

    /** The last host here; it may have closed. */
    private @Nullable ShardHost host;

    /** Complete when no process of the shard is alive here, except those of an open host. */
    private CompletableFuture<Void> gone = CompletableFuture.completedFuture(null);

    Route(Router router, KeyedRoutes type, int shard) {
        this.router = router;
        this.type = type;
        this.shard = shard;
    }

    int shard() {
        return shard;
    }

    /** Whether this node owns the shard, though messages may still wait. */
    boolean isHere() {
        return openHost() != null;
    }

    private synchronized @Nullable ShardHost openHost() {
        return host == null || host.isClosed() ? null : host;
    }

    /** The other node that has the shard; null if it is this one, or unknown. */
    @Nullable
    NodeId node() {
        return open() instanceof NodeId node ? node : null;
    }

    /** @throws IllegalArgumentException if the message has to be written, and cannot be */
    SendResult send(KeyedPid to, @Nullable Pid sender, Object message) {
        Goroutines.ensureStack(); // before a key begins, which must not be cut off
        if (open() instanceof ShardHost here) {
            SendResult result = here.send(to, sender, message);
            if (result == SendResult.DELIVERED) {
                router.counters.sentLocal.increment();
                return result;
            }
            if (result != null) {
                return router.counted(result);
            }
        }
        return pass(KeyedMessage.of(to, sender, message));
    }

    /** As above, for a message in any form. */
    SendResult pass(KeyedMessage message) {
        return router.counted(passUncounted(message));
    }

    SendResult passUncounted(KeyedMessage message) {
        Goroutines.ensureStack();
        while (true) {
            Object to = open();
            SendResult result = to == null ? tryWait(message) : deliver(to, message);
            if (result != null) {
                return result;
            }
            if (to != null) {
                forget(to);
            }
        }
    }

    /** @return null if the target has been found meanwhile */
    private @Nullable SendResult tryWait(KeyedMessage message) {
        synchronized (this) {
            if (open() != null) {
                return null;
            }
            if (router.fabric() == null) {
                return SendResult.UNREACHABLE;
            }
            if (!room().tryTake()) {
                return SendResult.FULL;
            }
            add(message);
        }
        hasStopped();
        return SendResult.DELIVERED;
    }

    /** Messages that mailboxes here had taken, in their order: they go before all others. */
    void takeBack(List<KeyedMessage> messages) {
        boolean waits;
        synchronized (this) {
            waits = open() == null && router.fabric() != null;
            if (waits) {
                addFirst(messages);
            }
        }
        if (waits) {
            hasStopped();
            return;
        }
        for (KeyedMessage message : messages) {
            SendResult result;
            try {
                result = passUncounted(message);
            } catch (Throwable thrown) {
                result = dropped(message, thrown);
            }
            if (result != SendResult.DELIVERED) {
                lost(message, result);
            }
        }
    }

    /** @return null if the target is a host that has closed */
    @Override
    @Nullable
    SendResult deliver(Object to, KeyedMessage message) {
        if (to instanceof NodeId node) {
            return router.frames.send(node, message);
        }
        SendResult result = ((ShardHost) to).take(message);
        if (result == SendResult.DELIVERED && !message.isReceived() && !message.wasTaken()) {
            router.counters.sentLocal.increment();
        }
        return result;
    }

    @Override
    void lost(KeyedMessage message, SendResult reason) {
        router.lost(message.sender(), message.to(), reason);
    }

    @Override
    Warnings warnings() {
        return router.warnings;
    }

    @Override
    Room room() {
        return router.buffered;
    }

    /** Asks for the node, if messages wait and it is not asked for. */
    @Override
    void hasStopped() {
        synchronized (this) {
            if (asks || sends() || !hasWaiting()) {
                return;
            }
            asks = true;
        }
        ask();
    }

    /** Asks, and again until nothing waits. Messages that have waited for too long are given up. */
    private void ask() {
        long limit = router.settings.bufferTimeout().toNanos();
        List<KeyedMessage> late = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            for (KeyedMessage first = peek(); first != null && now - first.since() > limit; first = peek()) {
                late.add(first);
                remove(first);
            }
            asks = !sends()
                    && hasWaiting()
                    && router.timers().after(Math.min(ASK_AGAIN_NANOS, limit), this::ask) != null;
        }
        late.forEach(message -> lost(message, SendResult.UNREACHABLE));
        Fabric fabric = router.fabric();
        if (fabric != null && waiting() > 0) {
            fabric.locate(type.name(), shard);
        }
    }

    /** A node says that it has the shard. Behind the fence what waits goes on waiting. */
    void located(NodeId node) {
        Fabric fabric = router.fabric();
        if (fabric != null && !fabric.isFenced() && !node.equals(fabric.self())) {
            leadTo(node);
        }
    }

    /** Leads to a target, unless this node owns the shard. */
    private void leadTo(Object to) {
        boolean sends;
        synchronized (this) {
            sends = isHere() == (to == host) && router.fabric() != null && lead(to);
        }
        if (sends) {
            sendWaiting();
        }
    }

    /** The shard is not there, or no longer. */
    void isNotAt(Object old) {
        forget(old);
        hasStopped();
    }

    void owned() {
        ShardHost made;
        CompletableFuture<Void> before;
        synchronized (this) {
            Router.Membership membership = router.membership();
            if (membership == null || isHere()) {
                return;
            }
            made = new ShardHost(router, membership, this, type);
            host = made;
            before = gone;
            gone = before.thenCompose(none -> made.emptied());
        }
        before.thenRun(() -> {
            leadTo(made);
            made.startRemembered();
        });
    }

    void giveUp(Runnable ended) {
        ShardHost leaving;
        CompletableFuture<Void> left;
        synchronized (this) {
            leaving = host != null && host.close(false) ? host : null;
            left = gone;
        }
        if (leaving != null) {
            router.counters.movedShards.increment();
            isNotAt(leaving);
            router.timers().run(leaving::handOver);
        }
        left.thenRun(ended);
    }

    /** Closes the host. @param rest gets what ends its processes, and what reports the messages that waited */
    void cutOff(List<Runnable> rest) {
        List<KeyedMessage> left;
        ShardHost leaving;
        synchronized (this) {
            leaving = host;
            if (leaving != null) {
                leaving.close(true);
            }
            Object to = target();
            if (to != null) {
                forget(to);
            }
            left = removeAll();
        }
        if (leaving != null) {
            rest.add(leaving::endAll);
        }
        if (!left.isEmpty()) {
            rest.add(() -> left.forEach(message -> lost(message, SendResult.UNREACHABLE)));
        }
    }

    void withHost(Consumer<ShardHost> action) {
        ShardHost here = openHost();
        if (here != null) {
            action.accept(here);
        }
    }

    boolean hasProcess(String key) {
        return open() instanceof ShardHost here && here.has(key);
    }

    /** The node that has the shard, as it is shown; null if it is unknown. */
    @Nullable
    String owner() {
        Object now = open();
        if (now == null) {
            return null;
        }
        NodeId node = now instanceof NodeId other ? other : NodeId.parse(router.self());
        return node.address();
    }

    synchronized int processes() {
        return host == null ? 0 : host.size();
    }
}
