package dev.gmp.process.cluster.internal.data;

import dev.gmp.process.cluster.KeyedType;
import dev.gmp.process.cluster.internal.engine.Fabric;
import dev.gmp.process.cluster.internal.engine.RememberedKeys;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * The data that a node shares with the others, through all its lives. {@link #begin} is called for each. Any thread may use
 * it; no method blocks.
 */
public final class ClusterData implements RememberedKeys {

    /** How many sets the keys of a shard are divided into, since each of them is sent as a whole at times. */
    private static final int SETS_OF_SHARD = 4;

    private final List<KeyedType> rememberedTypes;
    private final Names names = new Names();
    private final Groups groups = new Groups();
    private volatile @Nullable Replica replica;

    public ClusterData(Collection<KeyedType> types) {
        rememberedTypes = types.stream().filter(KeyedType::remembered).toList();
    }

    public Names names() {
        return names;
    }

    public Groups groups() {
        return groups;
    }

    /** Begins a life of the node, before it has joined. */
    public void begin(ActorSystem system, Fabric fabric) {
        Replica now = new Replica(system);
        names.attach(now);
        groups.attach(now);
        replica = now;
        Set<String> roles = Cluster.get(system).getSelfRoles();
        List<KeyedType> types = rememberedTypes.stream()
                .filter(type -> type.role().map(roles::contains).orElse(true))
                .toList();
        system.actorOf(DataActor.props(now, names, groups, () -> wakeUp(types, fabric)), "data");
    }

    /** A shard that is on no node is given to one when it is looked for. */
    private static void wakeUp(List<KeyedType> types, Fabric fabric) {
        for (KeyedType type : types) {
            for (int shard = 0; shard < type.shards(); shard++) {
                fabric.locate(type.name(), shard);
            }
        }
    }

    @Override
    public void keyStarted(String type, int shard, String key) {
        Replica now = replica;
        if (now != null) {
            now.add(set(type, shard, key), key);
        }
    }

    @Override
    public void keyEnded(String type, int shard, String key) {
        Replica now = replica;
        if (now != null) {
            now.remove(set(type, shard, key), key);
        }
    }

    @Override
    public CompletionStage<Set<String>> load(String type, int shard) {
        Replica now = replica;
        if (now == null) {
            return CompletableFuture.failedFuture(new IllegalStateException("This node has not begun to join"));
        }
        List<CompletableFuture<Set<String>>> parts = IntStream.range(0, SETS_OF_SHARD)
                .mapToObj(part -> now.read(set(type, shard, part)).toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApplyAsync(
                        all -> {
                            Set<String> keys = new HashSet<>();
                            parts.forEach(part -> keys.addAll(part.join()));
                            return keys;
                        },
                        now.executor());
    }

    private static String set(String type, int shard, String key) {
        return set(type, shard, Math.floorMod(key.hashCode(), SETS_OF_SHARD));
    }

    private static String set(String type, int shard, int part) {
        return "keys-" + part + "-" + shard + "-" + type;
    }
}
