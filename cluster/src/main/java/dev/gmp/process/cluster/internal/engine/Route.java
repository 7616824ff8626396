package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The way to a shard: its host on this node, another node, or unknown. While it is unknown, messages wait here.
 *
 * <p>ROUTE-1: messages that waited go before those that come later. When the target is found, one thread sends what
 * waits, message by message and without the lock; senders see the target only when nothing waits any more.
 */
final class Route {

    private static final System.Logger LOGGER = System.getLogger(Route.class.getName());

    /** After this time the cluster is asked again where the shard is. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Router router;
    private final KeyedRoutes type;
    private final int shard;

    /** A {@link ShardHost}, a {@link NodeId}, or null: unknown, or known and messages are still sent that waited. */
    private volatile @Nullable Object target;

    /** The target for what waits. Guarded by this, as all that follows. */
    private @Nullable Object found;

    private boolean sends;
    private boolean asks;
    private final Deque<KeyedMessage> waiting = new ArrayDeque<>(0);

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

    boolean isHere() {
        return target instanceof ShardHost;
    }

    /** The other node that has the shard; null if it is this one, or unknown. */
    @Nullable
    NodeId node() {
        return target instanceof NodeId node ? node : null;
    }

    /** @throws IllegalArgumentException if the message has to be written, and cannot be */
    SendResult send(KeyedPid to, @Nullable Pid sender, Object message) {
        if (target instanceof ShardHost here) {
            SendResult result = here.send(to, sender, message);
            if (result == SendResult.DELIVERED) {
                router.counters().sentLocal.increment();
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
        while (true) {
            Object now = target;
            SendResult result = now == null ? tryWait(message) : deliver(now, message);
            if (result != null) {
                return result;
            }
            if (now != null) {
                forget(now);
            }
        }
    }

    /** @return null if the target is a host that has closed */
    private @Nullable SendResult deliver(Object to, KeyedMessage message) {
        if (to instanceof NodeId node) {
            return router.sendTo(node, message);
        }
        SendResult result = ((ShardHost) to).take(message);
        if (result == SendResult.DELIVERED && !message.isReceived() && !message.wasTaken()) {
            router.counters().sentLocal.increment();
        }
        return result;
    }

    /** @return null if the target has been found meanwhile */
    private @Nullable SendResult tryWait(KeyedMessage message) {
        boolean starts;
        synchronized (this) {
            if (target != null) {
                return null;
            }
            if (router.fabric() == null) {
                return SendResult.UNREACHABLE;
            }
            if (!router.buffered().tryTake()) {
                return SendResult.FULL;
            }
            waiting.add(message);
            starts = startsAsking();
        }
        if (starts) {
            ask();
        }
        return SendResult.DELIVERED;
    }

    /** Messages that mailboxes here had taken, in their order: they go before all others. */
    void takeBack(List<KeyedMessage> messages) {
        boolean starts;
        synchronized (this) {
            if (target == null && router.fabric() != null) {
                for (int i = messages.size() - 1; i >= 0; i--) {
                    router.buffered().take();
                    waiting.addFirst(messages.get(i));
                }
                messages = List.of();
            }
            starts = startsAsking();
        }
        if (starts) {
            ask();
        }
        for (KeyedMessage message : messages) {
            report(message, passUncounted(message));
        }
    }

    private void report(KeyedMessage message, SendResult result) {
        if (result != SendResult.DELIVERED) {
            router.lost(message.sender(), message.to(), result);
        }
    }

    /** Guarded by this. @return whether the caller must ask */
    private boolean startsAsking() {
        if (asks || sends || waiting.isEmpty()) {
            return false;
        }
        asks = true;
        return true;
    }

    /** Asks for the node, and again until nothing waits. Messages that have waited for too long are given up. */
    private void ask() {
        long oldest = System.nanoTime() - router.settings().bufferTimeout().toNanos();
        List<KeyedMessage> late = new ArrayList<>();
        boolean goesOn;
        synchronized (this) {
            for (KeyedMessage first = waiting.peek();
                    first != null && first.since() - oldest < 0;
                    first = waiting.peek()) {
                late.add(waiting.remove());
                router.buffered().giveBack();
            }
            asks = !sends && !waiting.isEmpty();
            if (asks) {
                long wait = Math.min(
                        ASK_AGAIN_NANOS, router.settings().bufferTimeout().toNanos());
                asks = router.timers().after(wait, this::ask) != null;
            }
            goesOn = asks;
        }
        late.forEach(message -> report(message, SendResult.UNREACHABLE));
        Fabric fabric = router.fabric();
        if (goesOn && fabric != null) {
            fabric.locate(type.name(), shard);
        }
    }

    /** Another node says that it has the shard. */
    void located(NodeId node) {
        if (!node.toString().equals(router.self())) {
            lead(node);
        }
    }

    /** Leads to a target, unless this node owns the shard. */
    private void lead(Object to) {
        synchronized (this) {
            boolean isOwned = host != null && !host.isClosed();
            if (isOwned != (to == host) || router.fabric() == null) {
                return;
            }
            found = to;
            if (sends || to.equals(target)) {
                return;
            }
            target = null;
            sends = true;
        }
        sendWaiting();
    }

    private void sendWaiting() {
        boolean starts;
        while (true) {
            Object to;
            KeyedMessage first;
            synchronized (this) {
                to = found;
                first = to == null ? null : waiting.poll();
                if (first == null || to == null) {
                    target = to;
                    sends = false;
                    starts = startsAsking();
                    break;
                }
            }
            sendOne(to, first);
        }
        if (starts) {
            ask();
        }
    }

    private void sendOne(Object to, KeyedMessage message) {
        SendResult result;
        try {
            result = deliver(to, message);
        } catch (IllegalArgumentException unwritable) {
            LOGGER.log(System.Logger.Level.WARNING, "A message to %s is dropped".formatted(message.to()), unwritable);
            result = SendResult.UNKNOWN;
        }
        if (result == null) {
            synchronized (this) {
                waiting.addFirst(message);
                found = found == to ? null : found;
            }
            return;
        }
        router.buffered().giveBack();
        report(message, result);
    }

    /** The shard is not there, or no longer. */
    void forget(Object old) {
        boolean starts;
        synchronized (this) {
            found = old.equals(found) ? null : found;
            target = old.equals(target) ? null : target;
            starts = target == null && startsAsking();
        }
        if (starts) {
            ask();
        }
    }

    void owned() {
        ShardHost made;
        CompletableFuture<Void> before;
        synchronized (this) {
            if (host != null && !host.isClosed()) {
                return;
            }
            made = new ShardHost(router, this, type, shard);
            host = made;
            before = gone;
            gone = before.thenCompose(none -> made.emptied());
        }
        before.thenRun(() -> {
            lead(made);
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
            router.counters().movedShards.increment();
            forget(leaving);
            router.timers().run(leaving::handOver);
        }
        left.thenRun(ended);
    }

    void cutOff() {
        List<KeyedMessage> lost;
        ShardHost leaving;
        synchronized (this) {
            leaving = host;
            if (leaving != null) {
                leaving.close(true);
            }
            found = null;
            target = null;
            lost = List.copyOf(waiting);
            waiting.clear();
        }
        for (KeyedMessage message : lost) {
            router.buffered().giveBack();
            report(message, SendResult.UNREACHABLE);
        }
        if (leaving != null) {
            router.timers().run(leaving::endAll);
        }
    }

    void passivate() {
        if (target instanceof ShardHost here) {
            here.passivate();
        }
    }

    /** Tells a process that is alive here. */
    void tell(String key, Object message) {
        if (target instanceof ShardHost here) {
            here.tell(key, message);
        }
    }

    boolean hasProcess(String key) {
        return target instanceof ShardHost here && here.has(key);
    }

    /** The node that has the shard, as it is shown; null if it is unknown. */
    @Nullable
    String owner() {
        Object now = target;
        if (now == null) {
            return null;
        }
        NodeId node = now instanceof NodeId other ? other : NodeId.parse(router.self());
        return node.address();
    }

    synchronized int processes() {
        return host == null ? 0 : host.size();
    }

    synchronized int buffered() {
        return waiting.size();
    }
}
