package dev.gmp.process.cluster.internal.node;

import dev.gmp.GmpScheduler;
import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.internal.engine.Fabric;
import dev.gmp.process.cluster.internal.engine.FabricListener;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSystem;

/**
 * The fabric on Pekko: a node that joins, and joins again in a new life when it was cut off, until it is closed.
 *
 * <p>The thread that starts a life and the one that closes exclude each other by the monitor.
 */
public final class NodeFabric implements Fabric, AutoCloseable {

    private static final System.Logger LOGGER = System.getLogger(NodeFabric.class.getName());

    /** For the end of an actor system that leaves no cluster. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(10);

    /** The part of the time for shutting down that is kept for the end of the actor system. */
    private static final int END_PART = 10;

    private final NodeSettings settings;
    private final FabricListener listener;
    private final GmpScheduler scheduler;
    private final LifeHooks hooks;
    private final Fence fence;
    private volatile Life life;

    /** It stays cut off until it is a member again. */
    private volatile boolean wasCutOff;

    private volatile boolean closing;
    private volatile boolean closed;

    /**
     * Opens the port. The node does nothing else before {@link #join}.
     *
     * @param scheduler runs the work of actors, which are many short tasks
     * @throws IllegalStateException if the port cannot be opened
     */
    public NodeFabric(NodeSettings settings, GmpScheduler scheduler, FabricListener listener, LifeHooks hooks) {
        this.settings = settings;
        this.listener = listener;
        this.scheduler = scheduler;
        this.hooks = hooks;
        fence = new Fence(settings.pauseLimit());
        life = new Life(settings, settings.port(), Set.of(), scheduler, listener, fence);
    }

    /** Begins to join. The listener hears of it from now on. If it fails, the fabric must be ended. */
    public void join() {
        begin(life);
    }

    private void begin(Life now) {
        hooks.begins(now.system());
        now.begin(hooks::isDrained);
        new SeedNodes(settings, now).join();
        now.system().registerOnTermination(() -> ended(now));
    }

    private void ended(Life last) {
        last.cutOff();
        if (!closing) {
            Thread rejoining = new Thread(() -> rejoin(last), "gmp-cluster-rejoin");
            rejoining.setDaemon(true);
            rejoining.start();
        }
    }

    private void rejoin(Life last) {
        wasCutOff = true;
        LOGGER.log(
                System.Logger.Level.WARNING,
                "{0} is not in the cluster ''{1}'' and will try to join again; it knows {2}",
                last.self().address(),
                settings.cluster(),
                last.known());
        try {
            do {
                TimeUnit.NANOSECONDS.sleep(settings.stableAfter().toNanos());
            } while (!beginAgain(last));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether nothing is left to do. */
    private synchronized boolean beginAgain(Life last) {
        if (closing) {
            return true;
        }
        int port = Addresses.address(last.self().address()).getPort().orElseThrow();
        try {
            life = new Life(settings, port, last.known(), scheduler, listener, fence);
            begin(life);
            return true;
        } catch (Throwable e) { // Pekko throws checked exceptions that it does not declare
            LOGGER.log(System.Logger.Level.WARNING, "This node cannot join again yet", e);
            if (life != last) {
                life.cutOff();
                life.end(END_TIMEOUT);
                life = last;
            }
            return false;
        }
    }

    /** For tests. */
    Fence fence() {
        return fence;
    }

    /** For tests: the actor system of the present life. */
    ActorSystem system() {
        return life.system();
    }

    @Override
    public NodeId self() {
        return life.self();
    }

    @Override
    public boolean isReachable(NodeId node) {
        Life now = life;
        return now.isUp() && now.peers().isReachable(node);
    }

    @Override
    public void send(NodeId to, Frame frame) {
        life.send(to, frame);
    }

    @Override
    public void locate(String type, int shard) {
        life.locate(type, shard);
    }

    @Override
    public boolean isFenced() {
        return fence.isClosed();
    }

    public ClusterSnapshot.Status status() {
        if (closed) {
            return ClusterSnapshot.Status.CLOSED;
        }
        if (closing) {
            return ClusterSnapshot.Status.LEAVING;
        }
        ClusterSnapshot.Status now = life.status();
        return wasCutOff && now == ClusterSnapshot.Status.JOINING ? ClusterSnapshot.Status.CUT_OFF : now;
    }

    /** All known nodes, the oldest first. */
    public List<ClusterSnapshot.Member> members() {
        return life.members();
    }

    /** Leaves the cluster and ends, within the time of the settings. A second call waits for the first. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closing = true;
        long timeout = settings.shutdownTimeout().toNanos();
        long deadline = System.nanoTime() + timeout;
        try {
            life.leave().toCompletableFuture().get(timeout - timeout / END_PART, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "{0} has not handed all its shards over within {1}: it leaves without",
                    life.self(),
                    settings.shutdownTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(Duration.ofNanos(deadline - System.nanoTime()));
    }

    /** Ends as a program does that is killed: other nodes have to find out, unless this node has left before. */
    synchronized void endAtOnce() {
        closing = true;
        end(END_TIMEOUT);
    }

    private void end(Duration limit) {
        if (!life.end(limit)) {
            LOGGER.log(System.Logger.Level.WARNING, "The actor system of {0} has not ended in time", life.self());
        }
        closed = true;
    }
}
