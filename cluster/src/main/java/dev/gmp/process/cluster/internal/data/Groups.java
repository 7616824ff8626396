package dev.gmp.process.cluster.internal.data;

import dev.gmp.process.Pid;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Groups of processes in the cluster. Any thread may use it; no method blocks. */
public final class Groups {

    /** A group is spread over all of them, so that none gets too large for a message between nodes. */
    static final List<String> SETS =
            IntStream.range(0, 64).mapToObj(i -> "groups-" + i).toList();

    /** Changed together with what the others are told, so that both come in one order. */
    private final Map<String, Set<Long>> own = new ConcurrentHashMap<>();

    private volatile @Nullable Replica replica;

    Groups() {}

    /**
     * Adds a process of this node to a group.
     *
     * @param ended completes when the process ends
     */
    public void join(String group, long number, CompletionStage<?> ended) {
        own.compute(group, (name, numbers) -> {
            Set<Long> members = numbers == null ? ConcurrentHashMap.newKeySet() : numbers;
            members.add(number);
            write(replica, group, number, true);
            return members;
        });
        ended.whenComplete((result, error) -> leave(group, number));
    }

    /** Removes a process of this node from a group. */
    public void leave(String group, long number) {
        own.computeIfPresent(group, (name, numbers) -> {
            numbers.remove(number);
            write(replica, group, number, false);
            return numbers.isEmpty() ? null : numbers;
        });
    }

    /** The members on all nodes, as this node knows them now; those of this node first. */
    public Set<Pid> members(String group) {
        Set<Pid> members = new LinkedHashSet<>();
        Replica now = replica;
        if (now != null) {
            own.getOrDefault(group, Set.of()).forEach(number -> members.add(now.pid(number)));
            for (String set : SETS) {
                now.seen(set, group)
                        .filter(entry -> !entry.pid().node().equals(now.self()))
                        .forEach(entry -> members.add(entry.pid()));
            }
        }
        return members;
    }

    /** A life begins. */
    void attach(Replica now) {
        replica = now;
    }

    /** This node takes part in the cluster from now on. */
    void publish(Replica now) {
        own.keySet()
                .forEach(group -> own.computeIfPresent(group, (name, numbers) -> {
                    numbers.forEach(number -> write(now, group, number, true));
                    return numbers;
                }));
    }

    private static void write(@Nullable Replica now, String group, long number, boolean added) {
        if (now != null && now.isUp()) {
            String text = new Entry(group, true, now.pid(number)).text();
            String set = SETS.get(Math.floorMod(text.hashCode(), SETS.size()));
            now.write(set, added ? Set.of() : Set.of(text), added ? Set.of(text) : Set.of());
        }
    }
}
