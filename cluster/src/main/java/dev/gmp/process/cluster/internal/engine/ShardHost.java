package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.engine.KeyedMessage.CancelRequest;
import dev.gmp.process.cluster.internal.wire.Frame;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a shard that this node owns. Once it has closed, no process starts in it.
 *
 * <p>HOST-1: a host is empty only when no process of its keys is alive. A key is counted before its entry can be found,
 * and no longer when its last process has ended. An entry that was put while the host closed sees that before it starts.
 */
final class ShardHost {

    private static final String MOVES = "its shard moves to another node";
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    final Router router;
    private final Router.Membership membership;
    private final Route route;
    private final KeyedRoutes type;
    private final Map<String, KeyedEntry> entries = new ConcurrentHashMap<>();
    private final AtomicInteger keys = new AtomicInteger();
    private final CompletableFuture<Void> emptied = new CompletableFuture<>();
    private volatile boolean closed;

    /** Closed, and no step may run. */
    private volatile boolean lost;

    ShardHost(Router router, Router.Membership membership, Route route, KeyedRoutes type) {
        this.router = router;
        this.membership = membership;
        this.route = route;
        this.type = type;
    }

    KeyedType type() {
        return type.type;
    }

    Room starting() {
        return type.starting;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether steps must wait, or never run again. */
    boolean isFenced() {
        return lost || membership.fabric().isFenced();
    }

    /** Completes when it has closed and no process is left. */
    CompletableFuture<Void> emptied() {
        return emptied;
    }

    int size() {
        return keys.get();
    }

    /** @return null if this host has closed: then the message is still the caller's */
    @Nullable
    SendResult send(KeyedPid to, @Nullable Pid sender, Object message) {
        while (true) {
            KeyedEntry entry = entries.get(to.key());
            SendResult result =
                    entry == null ? tryStart(to, KeyedMessage.of(to, sender, message)) : entry.put(sender, message);
            if (result != null || closed) {
                return result;
            }
        }
    }

    /**
     * Starts a process, if the key has none.
     *
     * @param first null: the process starts without a message
     * @return null if there is an entry by now, or this host has closed
     */
    private @Nullable SendResult tryStart(KeyedPid pid, @Nullable KeyedMessage first) {
        if (closed) {
            return null;
        }
        Room room = starting();
        if (first != null && type().state().isEmpty()) {
            room.take(); // for a moment
        } else if (first != null && !room.tryTake()) {
            return SendResult.FULL;
        }
        keys.incrementAndGet();
        KeyedEntry put = null;
        try {
            KeyedEntry made = new KeyedEntry(this, pid, first);
            put = entries.putIfAbsent(pid.key(), made) == null ? made : null;
        } finally { // also without memory
            if (put == null) {
                forgetOne();
                if (first != null) {
                    room.giveBack();
                }
            }
        }
        if (put == null) {
            return null;
        }
        put.start(); // looks whether this host has closed
        return SendResult.DELIVERED;
    }

    /** As above, for a message in any form. */
    @Nullable
    SendResult take(KeyedMessage message) {
        Object content = message.content();
        if (content instanceof CancelRequest request) {
            KeyedEntry entry = entries.get(message.to().key());
            return entry != null && entry.cancel(request.reason()) ? SendResult.DELIVERED : SendResult.ENDED;
        }
        if (content instanceof Frame.Body body) {
            try {
                content = router.frames.read(body);
            } catch (IllegalArgumentException unreadable) {
                return SendResult.UNKNOWN;
            }
        }
        return send(message.to(), message.sender(), content);
    }

    /** By an entry, under its lock: it is not to be found from now on. {@link #left} follows. */
    void remove(KeyedEntry entry) {
        entries.remove(entry.key(), entry);
    }

    /** By an entry that was removed, with the messages that were accepted for it. */
    void left(Collection<KeyedMessage> waiting) {
        try {
            if (lost) {
                waiting.forEach(each -> router.lost(each.sender(), each.to(), SendResult.UNREACHABLE));
            } else if (!waiting.isEmpty()) {
                route.takeBack(waiting.stream().map(KeyedMessage::taken).toList());
            }
        } finally {
            forgetOne();
        }
    }

    /** By an entry that ends for good, under its lock, so that no other of its key starts before. Throws nothing. */
    void forget(KeyedEntry entry) {
        if (type().remembered() && !closed) {
            try {
                membership.remembered().keyEnded(type.name(), route.shard(), entry.key());
            } catch (Throwable thrown) {
                router.warnings.warn("forget", "%s will start again when its shard moves", entry, thrown);
            }
        }
    }

    boolean isSingleton() {
        return type.isSingleton();
    }

    /** By an entry that was removed, after its process could not start. A remembered one is started again, with a pause. */
    void tryAgain(KeyedEntry entry) {
        if (type().remembered() && !closed) {
            router.timers().after(AGAIN_NANOS, () -> startAll(Set.of(entry.key())));
        }
    }

    private void forgetOne() {
        keys.decrementAndGet();
        completeIfEmpty();
    }

    private void completeIfEmpty() {
        if (closed && keys.get() == 0) {
            emptied.complete(null);
        }
    }

    /** By an entry when it starts a process. */
    void remember(KeyedEntry entry) {
        if (type().remembered()) {
            membership.remembered().keyStarted(type.name(), route.shard(), entry.key());
        }
    }

    /** Starts the processes that had not ended on other nodes. */
    void startRemembered() {
        if (closed || !type().remembered()) {
            return;
        }
        if (type.isSingleton()) {
            startAll(Set.of(KeyedType.SINGLETON_KEY));
        }
        membership.remembered().load(type.name(), route.shard()).whenComplete((remembered, error) -> {
            if (error == null) {
                startAll(remembered);
            } else {
                router.timers().after(AGAIN_NANOS, this::startRemembered);
            }
        });
    }

    private void startAll(Set<String> remembered) {
        for (String key : remembered) {
            tryStart(new KeyedPid(type.name(), key), null);
        }
    }

    /**
     * No process starts from now on.
     *
     * @param now whether no step may run either
     * @return whether it was open
     */
    boolean close(boolean now) {
        lost = lost || now;
        boolean wasOpen = !closed;
        closed = true;
        return wasOpen;
    }

    /**
     * Asks the processes of a closed host to end, and ends each as soon as it is idle. It ends them without asking when the
     * time is over, if the shard is lost, or if it cannot look again. A step that runs is not interrupted.
     */
    void end() {
        long limit = router.settings.handOverTimeout().toNanos();
        long begun = System.nanoTime();
        boolean looks = false;
        try {
            Future<?> end =
                    router.timers().after(limit, () -> endAll(true)); // after a shutdown, too, which ends the looks
            if (end != null) {
                emptied.thenRun(() -> end.cancel(false));
            }
            looks = router.timers().until(LOOK_NANOS, () -> endAll(System.nanoTime() - begun > limit));
        } catch (Throwable thrown) {
            router.warnings.warn("end", "The processes of %s are ended without asking", type.name(), thrown);
        }
        endAll(!looks);
    }

    /** @return whether all have ended */
    private boolean endAll(boolean withoutAsking) {
        for (KeyedEntry entry : entries.values()) {
            if (lost || withoutAsking) {
                entry.end();
            } else {
                entry.endWhenIdle(MOVES);
            }
        }
        completeIfEmpty();
        return emptied.isDone();
    }

    void passivate() {
        entries.values().forEach(KeyedEntry::passivate);
    }

    void tell(String key, Object message) {
        KeyedEntry entry = entries.get(key);
        if (entry != null) {
            entry.tell(message);
        }
    }

    /** Whether the key has a process, whose steps may run. */
    boolean has(String key) {
        KeyedEntry entry = entries.get(key);
        return entry != null && entry.process() != null && !isFenced();
    }
}
