package dev.gmp.process.cluster.internal.engine;

import dev.gmp.process.cluster.ClusterSnapshot;
import dev.gmp.process.cluster.KeyedType;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The routes to a type's shards. */
final class KeyedRoutes {

    /** How often idle processes are looked for within the idle time. */
    static final int SWEEPS = 4;

    final Router router;
    final KeyedType type;
    private final Route[] routes;

    /** The places of messages to processes that start. */
    final Room starting;

    KeyedRoutes(Router router, KeyedType type) {
        this.router = router;
        this.type = type;
        starting = new Room(router.starting);
        routes = new Route[type.shards()];
        for (int shard = 0; shard < routes.length; shard++) {
            routes[shard] = new Route(router, this, shard);
        }
    }

    String name() {
        return type.name();
    }

    /** A type of one shard that is remembered has a process from the start. */
    boolean isSingleton() {
        return type.remembered() && type.shards() == 1;
    }

    Route route(int shard) {
        return routes[shard];
    }

    Route route(String key) {
        return routes[shardOf(key, routes.length)];
    }

    /** The same on all nodes and in all versions: the key's hash, with its bits spread as MurmurHash3 does at its end. */
    static int shardOf(String key, int shards) {
        int hash = key.hashCode();
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return Math.floorMod(hash ^ hash >>> 16, shards);
    }

    void forEach(Consumer<Route> action) {
        for (Route route : routes) {
            action.accept(route);
        }
    }

    /** Ends processes that have been idle in so many calls that their time is over. */
    void passivate() {
        forEach(route -> route.withHost(ShardHost::passivate));
    }

    ClusterSnapshot.TypeSnapshot snapshot() {
        Map<Integer, String> owners = new TreeMap<>();
        long processes = 0;
        long buffered = starting.taken();
        for (Route route : routes) {
            String owner = route.owner();
            if (owner != null) {
                owners.put(route.shard(), owner);
            }
            processes += route.processes();
            buffered += route.waiting();
        }
        return new ClusterSnapshot.TypeSnapshot(routes.length, owners, processes, buffered);
    }
}
