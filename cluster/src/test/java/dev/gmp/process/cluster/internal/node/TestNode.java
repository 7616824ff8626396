package dev.gmp.process.cluster.internal.node;

import dev.gmp.GmpScheduler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.apache.pekko.actor.ActorSystem;
import org.awaitility.Awaitility;

/** A node on loopback with a free port, short times, and a listener that remembers. */
final class TestNode implements LifeHooks, AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(180);
    static final String TYPE = "order";
    static final int SHARDS = 12;

    private static final Duration STABLE_AFTER = Duration.ofSeconds(2);
    private static final Duration ACCEPTABLE_PAUSE = Duration.ofMillis(1500);

    final GmpScheduler scheduler = GmpScheduler.builder().build();
    final RecordingListener listener;
    final NodeFabric fabric;

    /** How many lives are still to fail when they begin. */
    final AtomicInteger failingLives = new AtomicInteger();

    /** Asked while it leaves, and has handed its shards over. */
    volatile BooleanSupplier isDrained = () -> true;

    /** Whether it has handed its shards over, and asks whether it may leave. */
    volatile boolean drains;

    TestNode(NodeSettings settings, RecordingListener.Owners owners) {
        listener = new RecordingListener(owners);
        fabric = new NodeFabric(settings, scheduler, listener, this);
        fabric.join();
    }

    static NodeSettings settings(String... seeds) {
        return settings("test", 0, null, type(), seeds);
    }

    static KeyedType type() {
        return type(TYPE);
    }

    static KeyedType type(String name) {
        return KeyedType.of(ProcessType.of(
                        name,
                        () -> {
                            throw new UnsupportedOperationException();
                        },
                        "run"))
                .withShards(SHARDS);
    }

    static NodeSettings settings(String cluster, int port, SSLContext ssl, KeyedType type, String... seeds) {
        return settings(cluster, "127.0.0.1", port, ssl, type, seeds);
    }

    static NodeSettings settings(
            String cluster, String host, int port, SSLContext ssl, KeyedType type, String... seeds) {
        return settings(cluster, host, port, ssl, type, "JSON", STABLE_AFTER, ACCEPTABLE_PAUSE, seeds);
    }

    static NodeSettings settingsWithFormat(String format, String... seeds) {
        return settings("test", "127.0.0.1", 0, null, type(), format, STABLE_AFTER, ACCEPTABLE_PAUSE, seeds);
    }

    /** With a port that it finds free when it begins again. */
    static NodeSettings settingsWithPort(String... seeds) {
        return settings("test", freePort("127.0.0.1"), null, type(), seeds);
    }

    static NodeSettings settings(Duration stableAfter, Duration acceptablePause, String... seeds) {
        return settings("test", "127.0.0.1", 0, null, type(), "JSON", stableAfter, acceptablePause, seeds);
    }

    private static NodeSettings settings(
            String cluster,
            String host,
            int port,
            SSLContext ssl,
            KeyedType type,
            String format,
            Duration stableAfter,
            Duration acceptablePause,
            String... seeds) {
        return new NodeSettings(
                cluster,
                host,
                port,
                Set.of(),
                List.of(seeds),
                null,
                1,
                Map.of(type.name(), type),
                format,
                64 * 1024,
                ssl,
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                stableAfter,
                acceptablePause);
    }

    /** A port that no other socket gets by itself meanwhile: Linux takes those from 32,768 on. */
    static int freePort(String host) {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // the next one may be free
            }
        }
    }

    @Override
    public void begins(ActorSystem system) {
        if (failingLives.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throwUnseen(new TimeoutException("of the test"));
        }
    }

    /** As Scala does: the compiler does not see that it is a checked exception. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void throwUnseen(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Override
    public boolean isDrained() {
        drains = true;
        return isDrained.getAsBoolean();
    }

    String address() {
        return fabric.self().address();
    }

    NodeId self() {
        return fabric.self();
    }

    TestNode awaitUp() {
        Awaitility.await().atMost(LIMIT).until(() -> fabric.status() == ClusterSnapshot.Status.UP);
        return this;
    }

    /** Asks for all shards until it knows each one's owner. */
    void awaitAllLocated() {
        Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).until(() -> {
            listener.located.clear();
            locateAll();
            for (int i = 0; i < 20 && listener.located.size() < SHARDS; i++) {
                Thread.sleep(10);
            }
            return listener.located.size() == SHARDS;
        });
    }

    void locateAll() {
        for (int shard = 0; shard < SHARDS; shard++) {
            fabric.locate(TYPE, shard);
        }
    }

    void kill() {
        fabric.endAtOnce();
        scheduler.close();
    }

    @Override
    public void close() {
        fabric.close();
        scheduler.close();
    }
}
