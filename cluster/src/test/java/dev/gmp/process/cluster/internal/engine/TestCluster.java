package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.ProcessType;
import dev.gmp.process.cluster.internal.wire.Frame;
import dev.gmp.process.cluster.internal.wire.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Engines in one JVM, with a coordinator that moves shards only when the test says so. */
final class TestCluster implements AutoCloseable {

    record Shard(String type, int number) {}

    final List<TestNode> nodes = new ArrayList<>();
    final Map<Shard, TestNode> owners = new ConcurrentHashMap<>();
    final List<Shard> located = java.util.Collections.synchronizedList(new ArrayList<>());

    /** Whether a shard that none owns goes to a node when it is asked for. */
    volatile boolean allocates = true;

    final Map<Shard, Set<String>> keys = new ConcurrentHashMap<>();
    volatile int failingLoads;
    volatile boolean forgetsNoKey;
    final AtomicInteger failingQuestions = new AtomicInteger();

    final RememberedKeys remembered = new RememberedKeys() {
        @Override
        public void keyStarted(String type, int shard, String key) {
            keys.computeIfAbsent(new Shard(type, shard), any -> ConcurrentHashMap.newKeySet())
                    .add(key);
        }

        @Override
        public void keyEnded(String type, int shard, String key) {
            if (forgetsNoKey) {
                throw new OutOfMemoryError("planned");
            }
            keys.getOrDefault(new Shard(type, shard), Set.of()).remove(key);
        }

        @Override
        public CompletionStage<Set<String>> load(String type, int shard) {
            if (failingLoads > 0) {
                failingLoads--;
                return CompletableFuture.failedFuture(new IllegalStateException("no majority"));
            }
            return CompletableFuture.completedFuture(Set.copyOf(keys.getOrDefault(new Shard(type, shard), Set.of())));
        }
    };

    TestCluster(int size, EngineSettings settings, ProcessType... plain) {
        for (int i = 0; i < size; i++) {
            nodes.add(new TestNode(this, i, settings, plain));
        }
    }

    TestNode node(int number) {
        return nodes.get(number);
    }

    @Nullable
    TestNode node(NodeId id) {
        return nodes.stream().filter(each -> each.id.equals(id)).findFirst().orElse(null);
    }

    /** Gives a shard that none owns to a node. */
    void give(String type, int shard, TestNode node) {
        owners.put(new Shard(type, shard), node);
        node.owned(type, shard);
    }

    void locate(TestNode asking, String type, int shard) {
        Shard asked = new Shard(type, shard);
        located.add(asked);
        if (failingQuestions.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new OutOfMemoryError("planned");
        }
        TestNode owner = allocates
                ? owners.computeIfAbsent(asked, any -> {
                    TestNode chosen = nodes.get(shard % nodes.size());
                    chosen.owned(type, shard);
                    return chosen;
                })
                : owners.get(asked);
        if (owner != null) {
            owner.send(asking.id, new Frame.Located(type, shard));
        }
    }

    /** Moves a shard. @return completes when the new node owns it */
    CompletableFuture<Void> move(String type, int shard, TestNode to) {
        CompletableFuture<Void> moved = new CompletableFuture<>();
        Shard moving = new Shard(type, shard);
        TestNode from = owners.get(moving);
        Runnable give = () -> {
            owners.put(moving, to);
            to.tell(() -> {
                to.engine.owned(type, shard);
                moved.complete(null);
            });
        };
        if (from == null) {
            give.run();
        } else {
            from.tell(() -> from.engine.giveUp(type, shard, give));
        }
        return moved;
    }

    @Override
    public void close() {
        nodes.forEach(TestNode::close);
    }
}
