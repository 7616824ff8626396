package dev.gmp.process.cluster.internal.engine;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.GoroutineMode;
import dev.gmp.process.ProcessListener;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.KeyedProcess;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.StateStore;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A router with a fabric in memory. What the fabric tells the engine comes from one thread. */
final class TestNode implements Fabric, AutoCloseable {

    static final Duration FAR = Duration.ofHours(1);

    final NodeId id;
    final GmpScheduler scheduler;
    final Processes processes;
    final Router engine;

    /** What was sent to this node and is not a request of the test, after the engine has taken it. */
    final List<Frame> received = new CopyOnWriteArrayList<>();

    final Set<NodeId> unreachable = ConcurrentHashMap.newKeySet();
    volatile boolean fenced;

    /** How many of the next timers and tasks of the engine find no memory. */
    final AtomicInteger failingTimers = new AtomicInteger();

    /** How many find some before. */
    final AtomicInteger timersBefore = new AtomicInteger();

    /** What the engine would do in an hour or later. The test does it instead. */
    final Queue<Runnable> farTimers = new ConcurrentLinkedQueue<>();

    private final TestCluster cluster;
    private final ExecutorService events;

    TestNode(TestCluster cluster, int number, EngineSettings settings, ProcessType... plain) {
        this(cluster, number, GmpScheduler.builder().maxProcs(2), settings, plain);
    }

    TestNode(TestCluster cluster, int number, SchedulerBuilder builder, EngineSettings settings, ProcessType... plain) {
        this(cluster, number, builder, settings, UnaryOperator.identity(), plain);
    }

    /** @param around gives the processes as the engine sees them */
    TestNode(
            TestCluster cluster,
            int number,
            SchedulerBuilder builder,
            EngineSettings settings,
            UnaryOperator<Processes> around,
            ProcessType... plain) {
        this.cluster = cluster;
        id = new NodeId("node" + number + ":7355", number);
        events = Executors.newSingleThreadExecutor(task -> new Thread(task, "fabric-" + number));
        scheduler =
                builder.name("node" + number).goroutines(GoroutineMode.DIRECT).build();
        engine = new Router(settings);
        ProcessesBuilder runtime = Processes.builder(scheduler).listener(new ProcessListener() {});
        for (ProcessType each : plain) {
            runtime.register(each);
        }
        engine.connect(runtime);
        processes = runtime.build();
        Cluster facade = (Cluster) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Cluster.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
        engine.start(around.apply(processes), facade, new FailingTimers());
        engine.attach(this, cluster.remembered);
    }

    private final class FailingTimers extends Timers {

        FailingTimers() {
            super(scheduler);
        }

        @Override
        Future<?> after(long nanos, Runnable task) {
            failIfPlanned();
            if (nanos >= FAR.toNanos()) {
                farTimers.add(task);
            }
            return super.after(nanos, task);
        }

        @Override
        Future<?> every(long nanos, Runnable task) {
            failIfPlanned();
            return super.every(nanos, task);
        }

        private void failIfPlanned() {
            if (failingTimers.get() > 0 && timersBefore.getAndDecrement() <= 0 && failingTimers.getAndDecrement() > 0) {
                throw new OutOfMemoryError("planned");
            }
        }
    }

    static EngineSettings settings(KeyedType... types) {
        return settings(null, types);
    }

    static EngineSettings settings(@Nullable StateStore store, KeyedType... types) {
        return new EngineSettings(
                List.of(types), new HandleCodec(), store, 1_000, Duration.ofSeconds(60), Duration.ofSeconds(30));
    }

    KeyedProcess process(String key) {
        return engine.process("counted", key);
    }

    /** Runs on the fabric's thread, after all before. */
    void tell(Runnable task) {
        events.execute(task);
    }

    /** Waits until all that has been told is done. */
    void settle() throws Exception {
        events.submit(() -> {}).get(60, TimeUnit.SECONDS);
    }

    void owned(String type, int shard) {
        tell(() -> engine.owned(type, shard));
    }

    long undelivered(SendResult reason) {
        return engine.counts().undelivered().get(reason.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Override
    public NodeId self() {
        return id;
    }

    @Override
    public boolean isReachable(NodeId node) {
        return !unreachable.contains(node) && cluster.node(node) != null;
    }

    @Override
    public void send(NodeId to, Frame frame) {
        TestNode node = cluster.node(to);
        if (node != null) {
            node.tell(() -> {
                node.engine.received(id, frame);
                node.received.add(frame);
            });
        }
    }

    @Override
    public void locate(String type, int shard) {
        cluster.locate(this, type, shard);
    }

    @Override
    public boolean isFenced() {
        return fenced;
    }

    @Override
    public void close() {
        engine.close();
        try {
            processes.shutdownNow(Duration.ofSeconds(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        scheduler.shutdownNow(); // or it would wait for delayed tasks, such as the end of a question's time
        scheduler.close();
        events.shutdownNow();
    }
}
