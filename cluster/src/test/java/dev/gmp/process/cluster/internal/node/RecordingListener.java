package dev.gmp.process.cluster.internal.node;

import dev.gmp.process.Pid;
import dev.gmp.process.SendResult;
import dev.gmp.process.cluster.internal.engine.FabricListener;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An engine without processes: it gives shards up at once, and remembers what it hears. */
final class RecordingListener implements FabricListener {

    /** Of all nodes of a test: by shard, the number of nodes that own it; {@link #conflicts} if it was ever two. */
    record Owners(Map<String, AtomicInteger> byShard, List<String> conflicts) {
        Owners() {
            this(new ConcurrentHashMap<>(), new CopyOnWriteArrayList<>());
        }
    }

    final Set<String> owned = ConcurrentHashMap.newKeySet();
    final Map<Integer, NodeId> located = new ConcurrentHashMap<>();
    final List<Map.Entry<NodeId, Frame>> frames = new CopyOnWriteArrayList<>();
    final Queue<Map.Entry<Pid, SendResult>> undelivered = new ConcurrentLinkedQueue<>();
    final List<NodeId> removed = new CopyOnWriteArrayList<>();

    /** Of this type it gives no shard up. What would do so is in {@link #givingUp}. */
    volatile String kept = "";

    final Queue<Runnable> givingUp = new ConcurrentLinkedQueue<>();

    /** What is done while a frame is received. */
    volatile Runnable onFrame = () -> {};

    /** Throws after the cut-off. */
    volatile boolean failsWhenCutOff;

    final AtomicInteger cutOffs = new AtomicInteger();
    final AtomicInteger fenceOpenings = new AtomicInteger();
    private final Owners owners;

    RecordingListener(Owners owners) {
        this.owners = owners;
    }

    @Override
    public void owned(String type, int shard) {
        String name = type + "/" + shard;
        if (owners.byShard.computeIfAbsent(name, any -> new AtomicInteger()).incrementAndGet() > 1) {
            owners.conflicts.add(name);
        }
        owned.add(name);
    }

    @Override
    public void giveUp(String type, int shard, Runnable ended) {
        Runnable givesUp = () -> {
            release(type + "/" + shard);
            ended.run();
        };
        if (type.equals(kept)) {
            givingUp.add(givesUp);
        } else {
            givesUp.run();
        }
    }

    private void release(String name) {
        if (owned.remove(name)) {
            owners.byShard.get(name).decrementAndGet();
        }
    }

    @Override
    public void received(NodeId from, Frame frame) {
        if (frame instanceof Frame.Located answer) {
            located.put(answer.shard(), from);
        } else {
            frames.add(Map.entry(from, frame));
            onFrame.run();
        }
    }

    @Override
    public void undelivered(@Nullable Pid sender, Pid to, SendResult reason) {
        undelivered.add(Map.entry(to, reason));
    }

    @Override
    public void removed(NodeId node) {
        removed.add(node);
    }

    @Override
    public void cutOff() {
        owned.forEach(this::release);
        cutOffs.incrementAndGet();
        if (failsWhenCutOff) {
            throw new IllegalStateException("of the test");
        }
    }

    @Override
    public void fenceOpened() {
        fenceOpenings.incrementAndGet();
    }
}
