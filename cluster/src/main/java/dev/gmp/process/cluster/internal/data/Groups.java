package dev.gmp.process.cluster.internal.data;

import dev.gmp.process.Pid;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups of processes in the cluster. Any thread may use it; no method blocks. */
public final class Groups extends Registry {

    /** Changed together with what the others are told, so that both come in one order. */
    private final Map<String, Set<Long>> own = new ConcurrentHashMap<>();

    /** A group is spread over all sets, so that none gets too large for a message between nodes. */
    Groups() {
        super("groups");
    }

    /** Adds a process of this node to a group. @param ended gives a stage that completes when the process ends */
    public void join(String group, long number, Supplier<? extends CompletionStage<?>> ended) {
        own.compute(group, (name, numbers) -> {
            Set<Long> members = numbers == null ? ConcurrentHashMap.newKeySet() : numbers;
            members.add(number);
            note(group, number);
            write(replica(), group, number, true);
            return members;
        });
        follow(number, ended);
    }

    public void leave(String group, long number) {
        own.computeIfPresent(group, (name, numbers) -> {
            numbers.remove(number);
            forget(group, number);
            write(replica(), group, number, false);
            return numbers.isEmpty() ? null : numbers;
        });
    }

    @Override
    void release(String group, long number) {
        leave(group, number);
    }

    /** The members on all nodes, as this node knows them now; those of this node first. */
    public Set<Pid> members(String group) {
        Set<Pid> members = new LinkedHashSet<>();
        Replica now = replica();
        if (now != null) {
            own.getOrDefault(group, Set.of()).forEach(number -> members.add(now.pid(number)));
            for (String set : sets()) {
                now.seen(set, group)
                        .filter(entry -> !entry.pid().node().equals(now.self()))
                        .forEach(entry -> members.add(entry.pid()));
            }
        }
        return members;
    }

    @Override
    void publish(Replica now) {
        own.keySet()
                .forEach(group -> own.computeIfPresent(group, (name, numbers) -> {
                    numbers.forEach(number -> write(now, group, number, true));
                    return numbers;
                }));
    }

    private void write(@Nullable Replica now, String group, long number, boolean added) {
        if (now != null && now.isUp()) {
            String text = new Entry(group, true, now.pid(number)).text();
            now.write(set(text), added ? Set.of() : Set.of(text), added ? Set.of(text) : Set.of());
        }
    }
}
