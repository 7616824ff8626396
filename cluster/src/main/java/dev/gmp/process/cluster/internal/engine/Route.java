package dev.gmp.process.cluster.internal.engine;

import dev.gmp.Goroutines;
import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to a shard: its {@link ShardHost} on this node, the {@link NodeId} of another, or unknown. While it is unknown,
 * messages wait, and the cluster is asked for the node.
 */
final class Route extends Gate<Object> {

    private final Router router;
    private final KeyedRoutes type;
    private final int shard;

    /** Whether the cluster was asked since the last {@link #look}. Guarded by this, as all that follows. */
    private boolean asked;

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

    /** Asks for the node if messages wait: once until a target is found, or until the next {@link #look}. */
    @Override
    void hasStopped() {
        Fabric fabric = router.fabric();
        synchronized (this) {
            if (fabric == null || asked || sends() || !hasWaiting()) {
                return;
            }
            asked = true;
        }
        try {
            fabric.locate(type.name(), shard);
        } catch (Throwable thrown) { // the messages wait, so their senders hear nothing of it
            router.warnings.warn("locate", "The node of %s is asked for later", type.name(), thrown);
        }
    }

    /** Called again and again. Gives messages up that have waited for too long, and asks again if others wait. */
    void look() {
        if (open() != null) {
            return; // nothing waits
        }
        synchronized (this) {
            asked = false;
        }
        for (KeyedMessage late = removeLate(); late != null; late = removeLate()) {
            lost(late, SendResult.UNREACHABLE);
        }
        hasStopped();
    }

    private synchronized @Nullable KeyedMessage removeLate() {
        KeyedMessage first = peek();
        long limit = router.settings.bufferTimeout().toNanos();
        if (first == null || System.nanoTime() - first.since() <= limit) {
            return null;
        }
        remove(first);
        return first;
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
            boolean leads = isHere() == (to == host) && router.fabric() != null;
            sends = leads && lead(to);
            asked &= !leads;
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
        left.thenRun(ended); // first: what follows may throw without memory
        if (leaving != null) {
            router.counters.movedShards.increment();
            isNotAt(leaving);
            router.timers().run(leaving::end);
        }
    }

    /** Closes the host. Takes no memory. {@link #endLost} follows. */
    synchronized void cutOff() {
        if (host != null) {
            host.close(true);
        }
        Object to = target();
        if (to != null) {
            forget(to);
        }
    }

    /** Ends the processes of the host, and reports the messages that waited, on goroutines. */
    void endLost() {
        ShardHost leaving;
        Collection<KeyedMessage> left;
        synchronized (this) {
            leaving = host;
            left = removeAll();
        }
        if (leaving != null && !leaving.emptied().isDone()) {
            router.timers().run(leaving::end);
        }
        if (!left.isEmpty()) {
            router.timers().run(() -> left.forEach(message -> lost(message, SendResult.UNREACHABLE)));
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
