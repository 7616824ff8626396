package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.RemotePid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.internal.data.ClusterData;
import dev.gmp.process.cluster.internal.data.Groups;
import dev.gmp.process.cluster.internal.data.Names;
import dev.gmp.process.cluster.internal.engine.EngineSettings;
import dev.gmp.process.cluster.internal.engine.Router;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorSystem;
import org.jspecify.annotations.Nullable;

/** A node as applications see it: the engine, the fabric below it, and what all nodes know. */
public final class ClusterNode implements Cluster, LifeHooks {

    private final NodeSettings settings;
    private final Router engine;
    private final ClusterData data;
    private volatile @Nullable Processes processes;

    /** Null until the node is started. */
    private volatile @Nullable NodeFabric fabric;

    private volatile boolean closed;

    public ClusterNode(NodeSettings settings, EngineSettings engineSettings) {
        this.settings = settings;
        this.engine = new Router(engineSettings);
        this.data = new ClusterData(engineSettings.types());
    }

    public void connect(ProcessesBuilder builder) {
        engine.connect(builder);
    }

    /**
     * Gives the runtime that was built. Later calls do nothing.
     *
     * @throws IllegalStateException if it has another one
     */
    public synchronized void prepare(Processes built) {
        if (processes == null) {
            processes = built; // before, as a codec may ask for it
            try {
                engine.start(built, this);
            } catch (Throwable e) {
                processes = null;
                throw e;
            }
        } else if (processes != built) {
            throw new IllegalStateException("The node has been prepared with other Processes");
        }
    }

    /**
     * Opens the port and joins. If that fails, the node is closed.
     *
     * @throws IllegalStateException if it has been started or closed before, or the port cannot be opened
     */
    public synchronized void start() {
        if (fabric != null || closed) {
            throw new IllegalStateException("The node has been started or closed before");
        }
        try {
            NodeFabric made = new NodeFabric(settings, processes().scheduler(), engine, this);
            fabric = made;
            made.join();
        } catch (Throwable e) { // Pekko throws checked exceptions that it does not declare
            kill();
            throw e;
        }
    }

    @Override
    public void begins(ActorSystem system) {
        NodeFabric joining = fabric();
        data.begin(system, joining);
        engine.attach(joining, data);
    }

    @Override
    public boolean isDrained() {
        return engine.types().values().stream().allMatch(type -> type.buffered() == 0);
    }

    private NodeFabric fabric() {
        return Objects.requireNonNull(fabric, "the node has not been started");
    }

    @Override
    public String name() {
        return settings.cluster();
    }

    @Override
    public Processes processes() {
        return Objects.requireNonNull(processes, "the node has not been prepared");
    }

    @Override
    public KeyedProcess process(String type, String key) {
        return engine.process(type, key);
    }

    @Override
    public SendResult send(Pid to, Object message) {
        return engine.send(to, message);
    }

    @Override
    public <R> CompletableFuture<R> ask(Pid to, Object message, Class<R> answer, Duration timeout) {
        return engine.ask(to, message, answer, timeout);
    }

    @Override
    public Pid global(Pid pid) {
        return engine.global(pid);
    }

    @Override
    public CompletionStage<Boolean> register(String processName, Pid pid) {
        Names names = shared().names();
        Pid local = local(pid);
        return names.register(processName, local.number(), () -> processes().result(local));
    }

    @Override
    public @Nullable Pid find(String processName) {
        return shared().names().find(processName);
    }

    @Override
    public void join(String group, Pid pid) {
        Groups groups = shared().groups();
        Pid local = local(pid);
        groups.join(group, local.number(), () -> processes().result(local));
    }

    @Override
    public void leave(String group, Pid pid) {
        Groups groups = shared().groups();
        if (pid instanceof RemotePid remote ? isOfThisNode(remote) : isAlive(pid)) {
            groups.leave(group, pid.number());
        }
    }

    @Override
    public Set<Pid> members(String group) {
        return shared().groups().members(group);
    }

    @Override
    public int broadcast(String group, Object message) {
        int delivered = 0;
        for (Pid member : members(group)) {
            if (engine.send(member, message) == SendResult.DELIVERED) {
                delivered++;
            }
        }
        return delivered;
    }

    /** @throws IllegalStateException before the start, when each answer would be about nothing */
    private ClusterData shared() {
        if (fabric == null) {
            throw new IllegalStateException("The node has not been started: use names and groups after the start. With"
                    + " Spring Boot that is when the application context is ready, such as in an ApplicationRunner");
        }
        return data;
    }

    /** @throws IllegalArgumentException if it is the address of no process of this node */
    private Pid local(Pid pid) {
        if (!(pid instanceof RemotePid remote)) {
            if (!isAlive(pid)) {
                processes().result(pid); // throws unless it is one that has ended; of a live one it would keep a future
            }
            return pid;
        }
        Optional<Pid> local = isOfThisNode(remote) ? processes().find(pid.number()) : Optional.empty();
        return local.orElseThrow(() -> new IllegalArgumentException(pid + " is no process of this node"));
    }

    private boolean isAlive(Pid local) {
        return processes().find(local.number()).filter(local::equals).isPresent();
    }

    private boolean isOfThisNode(RemotePid pid) {
        NodeFabric now = fabric;
        return now != null && pid.node().equals(now.self().toString());
    }

    @Override
    public boolean holdsSingleton(String type) {
        return engine.holdsSingleton(type);
    }

    @Override
    public void onRoundTrip(Consumer<Duration> listener) {
        engine.onRoundTrip(listener);
    }

    @Override
    public ClusterSnapshot snapshot() {
        NodeFabric now = fabric;
        return now == null
                ? new ClusterSnapshot(
                        "", closed ? Status.CLOSED : Status.JOINING, List.of(), engine.types(), engine.counts())
                : new ClusterSnapshot(
                        now.self().address(), now.status(), now.members(), engine.types(), engine.counts());
    }

    @Override
    public void close() {
        NodeFabric left;
        synchronized (this) { // no start is under way after that
            closed = true;
            left = fabric;
        }
        if (left != null) {
            left.close();
        }
        engine.close();
    }

    /** Ends as a program does that is killed. */
    void kill() {
        closed = true;
        NodeFabric left = fabric;
        if (left != null) {
            left.endAtOnce();
        }
        engine.close();
    }
}
