package dev.gmp.process;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Processes by names, of which each belongs to one at a time, and by groups. Who ends leaves both. */
final class Names {

    private final Map<String, ControlBlock> byName = new ConcurrentHashMap<>();
    private final Map<String, Set<ControlBlock>> groups = new ConcurrentHashMap<>();

    /** @return false if another process has that name, or this one has ended */
    boolean register(String name, ControlBlock block) {
        return block.extras().change((names, joined) -> {
            boolean added = byName.putIfAbsent(name, block) == null;
            if (added) {
                names.add(name);
            }
            return added || names.contains(name);
        });
    }

    Optional<Pid> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** @return false if it has ended */
    boolean join(String group, ControlBlock block) {
        return block.extras().change((names, joined) -> {
            groups.compute(group, (key, members) -> {
                Set<ControlBlock> now = members == null ? ConcurrentHashMap.newKeySet() : members;
                now.add(block);
                return now;
            });
            joined.add(group);
            return true;
        });
    }

    /** @return false if it was no member */
    boolean leave(String group, ControlBlock block) {
        return block.extras().change((names, joined) -> {
            remove(group, block);
            return joined.remove(group);
        });
    }

    Set<Pid> members(String group) {
        Set<ControlBlock> members = groups.get(group);
        return members == null ? Set.of() : Set.copyOf(members);
    }

    void forget(ControlBlock block, Extras extras) {
        extras.end();
        extras.names().forEach(name -> byName.remove(name, block));
        extras.groups().forEach(group -> remove(group, block));
    }

    private void remove(String group, ControlBlock block) {
        groups.computeIfPresent(group, (key, members) -> {
            members.remove(block);
            return members.isEmpty() ? null : members;
        });
    }
}
