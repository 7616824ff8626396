package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.Relay.Undelivered;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.UndeliveredException;
import dev.gmp.process.cluster.UnregisteredMessageException;
import dev.gmp.process.cluster.internal.engine.KeyedMessage.CancelRequest;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings messages to any address, and frames of other nodes to where they belong. */
final class Router {

    private static final System.Logger LOGGER = System.getLogger(Cluster.class.getName());

    /** A message that was forwarded by more nodes is given up. */
    private static final int MOST_HOPS = 3;

    private final EngineSettings settings;
    private final Counters counters = new Counters();
    private final Asks asks = new Asks(this);
    private final Fence fence = new Fence(this);
    private final Saves saves = new Saves();
    private final Map<String, KeyedRoutes> types = new LinkedHashMap<>();

    /** For messages to shards of which no node is known, and to processes that start or end. */
    private final Room buffered;

    private final Room starting;

    private final List<Future<?>> sweeps = new CopyOnWriteArrayList<>();

    private volatile @Nullable Runtime runtime;

    /** Null while this node is not in a cluster. */
    private volatile @Nullable Membership membership;

    /** In names of processes of this node; empty before the first membership, then that of the last one. */
    private volatile String self = "";

    private record Runtime(Processes processes, Cluster cluster, Timers timers) {}

    private record Membership(Fabric fabric, RememberedKeys remembered) {}

    Router(EngineSettings settings) {
        this.settings = settings;
        buffered = new Room(settings.bufferSize());
        starting = new Room(settings.bufferSize());
        for (KeyedType type : settings.types()) {
            types.put(type.name(), new KeyedRoutes(this, type));
        }
    }

    void start(Processes processes, Cluster cluster) {
        Timers timers = new Timers(processes.scheduler());
        runtime = new Runtime(processes, cluster, timers);
        settings.codec().connect(cluster);
        for (KeyedRoutes each : types.values()) {
            each.type()
                    .idleTimeout()
                    .ifPresent(time -> sweeps.add(timers.every(time.toNanos() / KeyedRoutes.SWEEPS, each::passivate)));
        }
    }

    void attach(Fabric fabric, RememberedKeys remembered) {
        self = fabric.self().toString();
        membership = new Membership(fabric, remembered);
    }

    /** Nothing is sent from now on. */
    void close() {
        cutOff();
        sweeps.forEach(each -> each.cancel(false));
    }

    /** All hosts are closed before anything else happens. The rest is done on goroutines. */
    void cutOff() {
        membership = null;
        List<Runnable> rest = new ArrayList<>();
        forEachRoute(route -> route.cutOff(rest));
        rest.forEach(timers()::run);
    }

    EngineSettings settings() {
        return settings;
    }

    Counters counters() {
        return counters;
    }

    Asks asks() {
        return asks;
    }

    Fence fence() {
        return fence;
    }

    Saves saves() {
        return saves;
    }

    Room buffered() {
        return buffered;
    }

    Room starting() {
        return starting;
    }

    Processes processes() {
        return started().processes();
    }

    Cluster cluster() {
        return started().cluster();
    }

    Timers timers() {
        return started().timers();
    }

    private Runtime started() {
        return Objects.requireNonNull(runtime, "not started");
    }

    @Nullable
    Fabric fabric() {
        Membership now = membership;
        return now == null ? null : now.fabric();
    }

    RememberedKeys remembered() {
        Membership now = membership;
        return now == null ? RememberedKeys.NONE : now.remembered();
    }

    String self() {
        return self;
    }

    Collection<KeyedRoutes> types() {
        return types.values();
    }

    KeyedRoutes requireType(String name) {
        KeyedRoutes type = types.get(name);
        if (type == null) {
            throw new IllegalArgumentException(
                    "The keyed type '%s' is not registered; registered are %s".formatted(name, types.keySet()));
        }
        return type;
    }

    void forEachRoute(Consumer<Route> action) {
        types.values().forEach(type -> type.forEach(action));
    }

    /** @throws IllegalArgumentException if the message has to be written, and cannot be */
    SendResult send(Pid to, @Nullable Pid sender, Object message) {
        Objects.requireNonNull(message, "message");
        if (to instanceof KeyedPid keyed) {
            KeyedRoutes type = types.get(keyed.type());
            return type == null
                    ? counted(SendResult.UNKNOWN)
                    : type.route(keyed.key()).send(keyed, sender, message);
        }
        return to instanceof RemotePid remote
                ? counted(sendToNumber(remote, sender, message))
                : processes().receive(to, sender, message);
    }

    Pid global(Pid pid) {
        if (pid instanceof KeyedPid || pid instanceof RemotePid) {
            return pid;
        }
        if (self.isEmpty()) {
            throw new IllegalStateException(
                    "This node has not been in a cluster yet, so its processes have no names there");
        }
        return new RemotePid(self, pid.number());
    }

    private @Nullable Pid globalOrNull(@Nullable Pid pid) {
        return pid == null ? null : global(pid);
    }

    private SendResult sendToNumber(RemotePid to, @Nullable Pid sender, Object message) {
        if (to.node().equals(self)) {
            return receive(to.number(), sender, message);
        }
        NodeId node = node(to);
        if (node == null) {
            return SendResult.UNKNOWN;
        }
        Fabric fabric = reaching(node);
        if (fabric == null) {
            return SendResult.UNREACHABLE;
        }
        fabric.send(node, new Frame.ToNumber(to.number(), globalOrNull(sender), body(message)));
        counters.sentRemote.increment();
        return SendResult.DELIVERED;
    }

    private SendResult receive(long number, @Nullable Pid sender, Object message) {
        return Asks.isAsk(number) ? asks.answer(number, message) : processes().receive(number, sender, message);
    }

    /** Sends a message to the node that owns its key. */
    SendResult sendTo(NodeId node, KeyedMessage message) {
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
        (forwards ? counters.forwarded : counters.sentRemote).increment();
        return SendResult.DELIVERED;
    }

    /** The fabric, if it can send to a node now. */
    private @Nullable Fabric reaching(NodeId node) {
        Fabric fabric = fabric();
        return fabric != null && !fabric.isFenced() && fabric.isReachable(node) ? fabric : null;
    }

    private static @Nullable NodeId node(RemotePid pid) {
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
                        settings.codec().nameOf(content.getClass()),
                        settings.codec().write(content));
    }

    /** A message as it was before it was written. @return null if it cannot be read */
    @Nullable
    Object read(Frame.Body body) {
        try {
            return settings.codec().read(body.name(), body.bytes());
        } catch (IllegalArgumentException unreadable) {
            counters.refused(unreadable instanceof UnregisteredMessageException ? "unregistered" : "unreadable");
            LOGGER.log(
                    System.Logger.Level.WARNING, "A message of another node was refused: " + unreadable.getMessage());
            return null;
        }
    }

    void received(NodeId from, Frame frame) {
        if (frame instanceof Frame.ToKey message) {
            counters.received.increment();
            receive(from, KeyedMessage.received(message));
        } else if (frame instanceof Frame.ToNumber message) {
            counters.received.increment();
            Object content = read(message.body());
            SendResult result =
                    content == null ? SendResult.UNKNOWN : receive(message.number(), message.sender(), content);
            if (result != SendResult.DELIVERED && !Asks.isAsk(message.number())) {
                lost(message.sender(), new RemotePid(self, message.number()), result);
            }
        } else if (frame instanceof Frame.Cancel message) {
            receive(from, KeyedMessage.of(message.to(), null, new CancelRequest(message.reason())));
        } else if (frame instanceof Frame.Lost lost) {
            tellHere(lost.sender(), lost.to(), lost.reason());
        } else if (frame instanceof Frame.Located located) {
            route(located.type(), located.shard()).ifPresent(route -> route.located(from));
        } else if (frame instanceof Frame.NotHere notHere) {
            route(notHere.type(), notHere.shard()).ifPresent(route -> route.isNotAt(from));
        }
    }

    private Optional<Route> route(String type, int shard) {
        KeyedRoutes known = types.get(type);
        return known == null || shard >= known.type().shards() ? Optional.empty() : Optional.of(known.route(shard));
    }

    private void receive(NodeId from, KeyedMessage message) {
        KeyedRoutes type = types.get(message.to().type());
        if (type == null) {
            lost(message.sender(), message.to(), SendResult.UNKNOWN);
            return;
        }
        Route route = type.route(message.to().key());
        Fabric fabric = fabric();
        if (!route.isHere() && fabric != null) {
            fabric.send(from, new Frame.NotHere(type.name(), route.shard()));
        }
        boolean isCancel = message.content() instanceof CancelRequest;
        if (isCancel && !route.isHere()) {
            return; // it was for the process that was here
        }
        SendResult result = route.passUncounted(message);
        if (result != SendResult.DELIVERED && !isCancel) {
            lost(message.sender(), message.to(), result);
        }
    }

    SendResult counted(SendResult result) {
        if (result != SendResult.DELIVERED) {
            counters.undelivered(result);
        }
        return result;
    }

    /** A message that had been accepted reached no process: counts it, and tells its sender where that can be found. */
    void lost(@Nullable Pid sender, Pid to, SendResult reason) {
        counters.undelivered(reason);
        if (sender == null) {
            return;
        }
        NodeId node = sender instanceof RemotePid remote && !remote.node().equals(self) ? node(remote) : null;
        if (sender instanceof KeyedPid keyed && types.containsKey(keyed.type())) {
            node = requireType(keyed.type()).route(keyed.key()).node();
        }
        if (node == null) {
            tellHere(sender, to, reason);
            return;
        }
        Fabric fabric = reaching(node);
        if (fabric != null) {
            fabric.send(node, new Frame.Lost(sender, global(to), reason));
        }
    }

    private void tellHere(Pid sender, Pid to, SendResult reason) {
        Undelivered undelivered = new Undelivered(to, reason);
        if (sender instanceof KeyedPid keyed) {
            KeyedRoutes type = types.get(keyed.type());
            if (type != null) {
                type.route(keyed.key()).tell(keyed.key(), undelivered);
            }
        } else if (!(sender instanceof RemotePid remote)) {
            processes().receive(sender, null, undelivered);
        } else if (remote.node().equals(self)) {
            if (Asks.isAsk(remote.number())) {
                asks.fail(remote.number(), new UndeliveredException(to, reason));
            } else {
                processes().receive(remote.number(), null, undelivered);
            }
        }
    }
}
