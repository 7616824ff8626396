package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.Relay.Undelivered;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.SaveState;
import dev.gmp.process.cluster.UndeliveredException;
import dev.gmp.process.cluster.internal.engine.KeyedMessage.CancelRequest;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings messages to any address, and hosts the keyed processes of this node. Any thread may use it.
 *
 * <p>Order of use: {@link #connect}, {@link #start}, then {@link #attach} each time that this node joins a cluster;
 * after {@link #cutOff} it is attached again. While it is not attached, sends are {@link SendResult#UNREACHABLE}.
 */
public final class Router implements FabricListener, AutoCloseable {

    /** The time between two looks at what waits, if it does not wait for less. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    final EngineSettings settings;
    final Counters counters = new Counters();
    final Warnings warnings = new Warnings();
    private final Asks asks = new Asks(this);
    final Frames frames = new Frames(this);
    final FencedSteps fencedSteps = new FencedSteps(this);
    final Saves saves = new Saves();
    private final Map<String, KeyedRoutes> types = new LinkedHashMap<>();

    /** For messages to shards of which no node is known, and to processes that start or end. */
    final Room buffered;

    final Room starting;

    private final List<Future<?>> sweeps = new CopyOnWriteArrayList<>();

    private volatile @Nullable Runtime runtime;

    /** Null while this node is not in a cluster. */
    private volatile @Nullable Membership membership;

    /** In names of processes of this node; empty before the first membership, then that of the last one. */
    private volatile String self = "";

    /** The names of all memberships, under which the processes of this node go on. */
    private final Set<String> selves = ConcurrentHashMap.newKeySet();

    private record Runtime(Processes processes, Cluster cluster, Timers timers) {}

    /** What there is while this node is in a cluster. */
    record Membership(Fabric fabric, RememberedKeys remembered) {}

    public Router(EngineSettings settings) {
        this.settings = settings;
        buffered = new Room(settings.bufferSize());
        starting = new Room(settings.bufferSize());
        for (KeyedType type : settings.types()) {
            types.put(type.name(), new KeyedRoutes(this, type));
        }
    }

    /** Adds the relay, the keyed types and the handler of {@link SaveState} to a runtime that is being built. */
    public void connect(ProcessesBuilder builder) {
        builder.relay((to, sender, message) ->
                to instanceof KeyedPid || to instanceof RemotePid ? send(to, sender, message) : SendResult.UNKNOWN);
        types.values().forEach(type -> builder.register(KeyedShell.around(type)));
        builder.dispatch(SaveState.class, saves::save);
        builder.dispatch(FencedSteps.Await.class, fencedSteps::await);
    }

    /** Gives the runtime that was built. Once. */
    public void start(Processes processes, Cluster cluster) {
        start(processes, cluster, new Timers(processes.scheduler()));
    }

    void start(Processes processes, Cluster cluster, Timers timers) {
        runtime = new Runtime(processes, cluster, timers);
        settings.codec().connect(cluster);
        for (KeyedRoutes each : types.values()) {
            each.type.idleTimeout().ifPresent(time -> sweep(time.toNanos() / KeyedRoutes.SWEEPS, each::passivate));
        }
    }

    private void sweep(long nanos, Runnable task) {
        Future<?> sweep = timers().every(nanos, task);
        if (sweep != null) {
            sweeps.add(sweep);
        }
    }

    /** This node takes part in a cluster from now on, through the fabric. */
    public void attach(Fabric fabric, RememberedKeys remembered) {
        String name = fabric.self().toString();
        if (selves.isEmpty()) {
            sweep(Math.min(LOOK_NANOS, settings.bufferTimeout().toNanos()), this::look);
        }
        selves.add(name);
        self = name;
        membership = new Membership(fabric, remembered);
    }

    private void look() {
        fencedSteps.look();
        forEachRoute(Route::look);
    }

    /** Stops its timers. The fabric has given all shards up by then, or is cut off. */
    @Override
    public void close() {
        cutOff();
        sweeps.forEach(each -> each.cancel(false));
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
    Membership membership() {
        return membership;
    }

    @Nullable
    Fabric fabric() {
        Membership now = membership;
        return now == null ? null : now.fabric();
    }

    String self() {
        return self;
    }

    KeyedRoutes requireType(String name) {
        KeyedRoutes type = types.get(name);
        if (type == null) {
            throw new IllegalArgumentException(
                    "The keyed type '%s' is not registered; registered are %s".formatted(name, types.keySet()));
        }
        return type;
    }

    private void forEachRoute(Consumer<Route> action) {
        types.values().forEach(type -> type.forEach(action));
    }

    /** @throws IllegalArgumentException if the type is not registered, or the key is not valid */
    public KeyedProcess process(String type, String key) {
        return new RoutedProcess(this, requireType(type).route(key), new KeyedPid(type, key));
    }

    public SendResult send(Pid to, Object message) {
        return send(to, null, message);
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
        if (to instanceof RemotePid remote) {
            return counted(
                    isHere(remote) ? receive(remote.number(), sender, message) : frames.send(remote, sender, message));
        }
        return processes().receive(to, sender, message);
    }

    public <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout) {
        return asks.ask(to, message, answer, timeout);
    }

    /** Tells a listener how long one question in 64 took until its answer. */
    public void onRoundTrip(Consumer<Duration> listener) {
        asks.onRoundTrip(listener);
    }

    /**
     * The address of a process of this node for other nodes.
     *
     * @throws IllegalStateException before the first {@link #attach}
     */
    public Pid global(Pid pid) {
        if (pid instanceof KeyedPid || pid instanceof RemotePid) {
            return pid;
        }
        if (self.isEmpty()) {
            throw new IllegalStateException(
                    "This node has not been in a cluster yet, so its processes have no names there");
        }
        return new RemotePid(self, pid.number());
    }

    private boolean isHere(RemotePid pid) {
        return selves.contains(pid.node());
    }

    private SendResult receive(long number, @Nullable Pid sender, Object message) {
        return Asks.isAsk(number) ? asks.answer(number, message) : processes().receive(number, sender, message);
    }

    /** Whether the singleton's process lives here now, and may act. */
    public boolean holdsSingleton(String type) {
        return requireType(type).route(KeyedType.SINGLETON_KEY).hasProcess(KeyedType.SINGLETON_KEY);
    }

    public Map<String, ClusterSnapshot.TypeSnapshot> types() {
        Map<String, ClusterSnapshot.TypeSnapshot> snapshots = new LinkedHashMap<>();
        types.forEach((name, type) -> snapshots.put(name, type.snapshot()));
        return snapshots;
    }

    public ClusterSnapshot.Counts counts() {
        return counters.snapshot();
    }

    @Override
    public void owned(String type, int shard) {
        requireType(type).route(shard).owned();
    }

    @Override
    public void giveUp(String type, int shard, Runnable ended) {
        requireType(type).route(shard).giveUp(ended);
    }

    @Override
    public void undelivered(@Nullable Pid sender, Pid to, SendResult reason) {
        lost(sender, to, reason);
    }

    @Override
    public void removed(NodeId node) {
        forEachRoute(route -> route.isNotAt(node));
    }

    /** All hosts are closed before anything else happens, which needs no memory. The rest is done on goroutines. */
    @Override
    public void cutOff() {
        membership = null;
        forEachRoute(Route::cutOff);
        forEachRoute(route -> {
            try {
                route.endLost();
            } catch (Throwable thrown) { // the others are lost as well
                warnings.warn("cutOff", "Shard %s is not ended", route.shard(), thrown);
            }
        });
    }

    @Override
    public void fenceOpened() {
        fencedSteps.goOn();
    }

    @Override
    public void received(NodeId from, Frame frame) {
        if (frame instanceof Frame.ToKey message) {
            counters.received.increment();
            receive(from, KeyedMessage.received(message));
        } else if (frame instanceof Frame.ToNumber message) {
            counters.received.increment();
            receive(message);
        } else if (frame instanceof Frame.Cancel message) {
            receive(from, KeyedMessage.of(message.to(), null, new CancelRequest(message.reason())));
        } else if (frame instanceof Frame.Lost lost) {
            tellHere(lost.sender(), lost.to(), lost.reason());
        } else if (frame instanceof Frame.Located located) {
            withRoute(located.type(), located.shard(), route -> route.located(from));
        } else if (frame instanceof Frame.NotHere notHere) {
            withRoute(notHere.type(), notHere.shard(), route -> route.isNotAt(from));
        }
    }

    private void withRoute(String type, int shard, Consumer<Route> action) {
        KeyedRoutes known = types.get(type);
        if (known != null && shard < known.type.shards()) {
            action.accept(known.route(shard));
        }
    }

    private void receive(Frame.ToNumber message) {
        long number = message.number();
        SendResult result;
        try {
            result = receive(number, message.sender(), frames.read(message.body()));
        } catch (IllegalArgumentException unreadable) {
            result = SendResult.UNKNOWN;
            asks.fail(number, unreadable);
        }
        if (result != SendResult.DELIVERED && !Asks.isAsk(number)) {
            lost(message.sender(), new RemotePid(self, number), result);
        }
    }

    private void receive(NodeId from, KeyedMessage message) {
        KeyedRoutes type = types.get(message.to().type());
        if (type == null) {
            lost(message.sender(), message.to(), SendResult.UNKNOWN);
            return;
        }
        Route route = type.route(message.to().key());
        Fabric fabric = fabric();
        boolean isHere = route.isHere();
        if (!isHere && fabric != null) {
            fabric.send(from, new Frame.NotHere(type.name(), route.shard()));
        }
        boolean isCancel = message.content() instanceof CancelRequest;
        if (isCancel && !isHere) {
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
        NodeId node = sender instanceof RemotePid remote && !isHere(remote) ? Frames.node(remote) : null;
        if (sender instanceof KeyedPid keyed && types.containsKey(keyed.type())) {
            node = requireType(keyed.type()).route(keyed.key()).node();
        }
        if (node == null) {
            tellHere(sender, to, reason);
        } else {
            frames.sendLost(node, sender, to, reason);
        }
    }

    private void tellHere(Pid sender, Pid to, SendResult reason) {
        Undelivered undelivered = new Undelivered(to, reason);
        if (sender instanceof KeyedPid keyed) {
            KeyedRoutes type = types.get(keyed.type());
            if (type != null) {
                type.route(keyed.key()).withHost(host -> host.tell(keyed.key(), undelivered));
            }
        } else if (!(sender instanceof RemotePid remote)) {
            processes().receive(sender, null, undelivered);
        } else if (isHere(remote)) {
            if (Asks.isAsk(remote.number())) {
                asks.fail(remote.number(), new UndeliveredException(to, reason));
            } else {
                processes().receive(remote.number(), null, undelivered);
            }
        }
    }
}
