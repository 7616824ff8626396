package dev.gmp.spring.cluster;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Counts;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.ClusterSnapshot.TypeSnapshot;
import dev.gmp.process.cluster.KeyedPid;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.UndeliveredException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The application's node, which beans get before it joins. Until then each message is {@link SendResult#UNREACHABLE}, as it
 * is while a node is cut off. Addresses may be kept from the beginning.
 */
final class JoiningCluster implements Cluster {

    private final String name;
    private final Processes processes;
    private final Map<String, KeyedType> types;
    private final Supplier<Cluster> start;
    private final List<Consumer<Duration>> roundTripListeners = new ArrayList<>();
    private volatile @Nullable Cluster started;
    private volatile boolean closed;

    /** @param start makes the node that joins */
    JoiningCluster(String name, Processes processes, List<KeyedType> types, Supplier<Cluster> start) {
        this.name = name;
        this.processes = processes;
        this.types = types.stream().collect(Collectors.toMap(KeyedType::name, type -> type));
        this.start = start;
    }

    /** Joins, unless it has, or is closed. */
    synchronized void start() {
        if (started == null && !closed) {
            Cluster node = start.get();
            roundTripListeners.forEach(node::onRoundTrip);
            started = node;
        }
    }

    @Override
    public void close() {
        Cluster left;
        synchronized (this) {
            closed = true;
            left = started;
        }
        if (left != null) {
            left.close();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Processes processes() {
        return processes;
    }

    @Override
    public KeyedProcess process(String type, String key) {
        Cluster node = started;
        if (node != null) {
            return node.process(type, key);
        }
        if (!types.containsKey(type)) {
            throw new IllegalArgumentException("'%s' is no keyed type: these are %s".formatted(type, types.keySet()));
        }
        return new LaterProcess(new KeyedPid(type, key));
    }

    @Override
    public SendResult send(Pid to, Object message) {
        Cluster node = started;
        return node == null ? SendResult.UNREACHABLE : node.send(to, message);
    }

    @Override
    public <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout) {
        Cluster node = started;
        return node == null
                ? CompletableFuture.failedFuture(new UndeliveredException(to, SendResult.UNREACHABLE))
                : node.ask(to, message, answer, timeout);
    }

    @Override
    public boolean holdsSingleton(String type) {
        Cluster node = started;
        return node != null && node.holdsSingleton(type);
    }

    @Override
    public synchronized void onRoundTrip(Consumer<Duration> listener) {
        if (started == null) {
            roundTripListeners.add(listener);
        } else {
            started.onRoundTrip(listener);
        }
    }

    @Override
    public ClusterSnapshot snapshot() {
        Cluster node = started;
        return node == null ? beforeItJoins() : node.snapshot();
    }

    private ClusterSnapshot beforeItJoins() {
        Map<String, TypeSnapshot> empty = types.values().stream()
                .collect(Collectors.toMap(KeyedType::name, type -> new TypeSnapshot(type.shards(), Map.of(), 0, 0)));
        Counts none = new Counts(0, 0, 0, 0, Map.of(), Map.of(), 0, 0);
        return new ClusterSnapshot("", closed ? Status.CLOSED : Status.JOINING, List.of(), empty, none);
    }

    @Override
    public Pid global(Pid pid) {
        return joined().global(pid);
    }

    @Override
    public CompletionStage<Boolean> register(String processName, Pid pid) {
        return joined().register(processName, pid);
    }

    @Override
    public @Nullable Pid find(String processName) {
        return joined().find(processName);
    }

    @Override
    public void join(String group, Pid pid) {
        joined().join(group, pid);
    }

    @Override
    public void leave(String group, Pid pid) {
        joined().leave(group, pid);
    }

    @Override
    public Set<Pid> members(String group) {
        return joined().members(group);
    }

    @Override
    public int broadcast(String group, Object message) {
        return joined().broadcast(group, message);
    }

    private Cluster joined() {
        Cluster node = started;
        if (node == null) {
            throw new IllegalStateException(
                    "The node joins the cluster when the application context is ready: use names and groups after that,"
                            + " such as in an ApplicationRunner");
        }
        return node;
    }

    /** An address that was asked for before the node has joined. */
    private final class LaterProcess implements KeyedProcess {

        private final KeyedPid pid;
        private volatile @Nullable KeyedProcess joined;

        LaterProcess(KeyedPid pid) {
            this.pid = pid;
        }

        @Override
        public KeyedPid pid() {
            return pid;
        }

        @Override
        public SendResult send(Object message) {
            KeyedProcess process = process();
            return process == null ? SendResult.UNREACHABLE : process.send(message);
        }

        @Override
        public <R> CompletableFuture<R> ask(Object message, Class<R> answer, Duration timeout) {
            KeyedProcess process = process();
            return process == null
                    ? CompletableFuture.failedFuture(new UndeliveredException(pid, SendResult.UNREACHABLE))
                    : process.ask(message, answer, timeout);
        }

        @Override
        public SendResult cancel(String reason) {
            KeyedProcess process = process();
            return process == null ? SendResult.UNREACHABLE : process.cancel(reason);
        }

        private @Nullable KeyedProcess process() {
            KeyedProcess known = joined;
            Cluster node = started;
            if (known == null && node != null) {
                known = node.process(pid.type(), pid.key());
                joined = known;
            }
            return known;
        }
    }
}
