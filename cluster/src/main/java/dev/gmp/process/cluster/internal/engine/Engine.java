package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.SaveState;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Routes messages to keyed processes and hosts those of this node. Any thread may use it.
 *
 * <p>Order of use: {@link #connect}, {@link #start}, then {@link #attach} each time that this node joins a cluster;
 * after {@link #cutOff} it is attached again. While it is not attached, sends are {@link SendResult#UNREACHABLE}.
 */
public final class Engine implements FabricListener, AutoCloseable {

    private final Router router;

    public Engine(EngineSettings settings) {
        router = new Router(settings);
    }

    /** For tests. */
    Router router() {
        return router;
    }

    /** Adds the relay, the keyed types and the handler of {@link SaveState} to a runtime that is being built. */
    public void connect(ProcessesBuilder builder) {
        builder.relay((to, sender, message) -> to instanceof KeyedPid || to instanceof RemotePid
                ? router.send(to, sender, message)
                : SendResult.UNKNOWN);
        for (KeyedRoutes type : router.types()) {
            builder.register(KeyedShell.around(type.type().process()));
        }
        builder.dispatch(SaveState.class, router.saves()::save);
        builder.dispatch(Fence.Await.class, router.fence()::await);
    }

    /** Gives the runtime that was built. Once. */
    public void start(Processes processes, Cluster cluster) {
        router.start(processes, cluster);
    }

    /** This node takes part in a cluster from now on, through the fabric. */
    public void attach(Fabric fabric, RememberedKeys remembered) {
        router.attach(fabric, remembered);
    }

    /** @throws IllegalArgumentException if the type is not registered, or the key is not valid */
    public KeyedProcess process(String type, String key) {
        return new RoutedProcess(router, router.requireType(type), new KeyedPid(type, key));
    }

    /** Sends a message without a sender to any address. */
    public SendResult send(Pid to, Object message) {
        return router.send(to, null, message);
    }

    /** Asks any address. */
    public <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout) {
        return router.asks().ask(to, message, answer, timeout);
    }

    /**
     * The address of a process of this node for other nodes.
     *
     * @throws IllegalStateException before the first {@link #attach}
     */
    public Pid global(Pid pid) {
        return router.global(pid);
    }

    /** Tells a listener how long one question in 64 took until its answer. */
    public void onRoundTrip(Consumer<Duration> listener) {
        router.asks().onRoundTrip(listener);
    }

    /** Whether the singleton's process lives here now. */
    public boolean holdsSingleton(String type) {
        return router.requireType(type).route(KeyedType.SINGLETON_KEY).hasProcess(KeyedType.SINGLETON_KEY);
    }

    /** What is known of the types, by name. */
    public Map<String, ClusterSnapshot.TypeSnapshot> types() {
        Map<String, ClusterSnapshot.TypeSnapshot> types = new LinkedHashMap<>();
        router.types().forEach(each -> types.put(each.name(), each.snapshot()));
        return types;
    }

    public ClusterSnapshot.Counts counts() {
        return router.counters().snapshot();
    }

    /** The node counts there what it refuses. */
    public Counters counters() {
        return router.counters();
    }

    @Override
    public void owned(String type, int shard) {
        router.requireType(type).route(shard).owned();
    }

    @Override
    public void giveUp(String type, int shard, Runnable ended) {
        router.requireType(type).route(shard).giveUp(ended);
    }

    @Override
    public void received(NodeId from, Frame frame) {
        router.received(from, frame);
    }

    @Override
    public void undelivered(@Nullable Pid sender, Pid to, SendResult reason) {
        router.lost(sender, to, reason);
    }

    @Override
    public void removed(NodeId node) {
        router.forEachRoute(route -> route.isNotAt(node));
    }

    @Override
    public void cutOff() {
        router.cutOff();
    }

    @Override
    public void fenceOpened() {
        router.fence().opened();
    }

    /** Stops its timers. The fabric has given all shards up by then, or is cut off. */
    @Override
    public void close() {
        router.close();
    }
}
