package dev.gmp.process.internal.registry;

import dev.gmp.process.Pid;
import dev.gmp.process.internal.controlblock.ControlBlock;
import dev.gmp.process.internal.controlblock.Extras;
import dev.gmp.process.internal.controlblock.Extras.Held;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Processes by names, of which each belongs to one at a time, and by groups. A process that ends leaves both.
 *
 * <pre>
 * NAME-1: a process that has ended holds nothing, and takes nothing.
 *
 *     taking a name                            ending
 *  T1 make the extras, if there are none    E1 COMPLETE
 *  T2 COMPLETE? refuse                      E2 extras there? end them, and give back what they hold
 *  T3 extras ended? refuse, else take
 *
 * When T2 does not find COMPLETE, E1 comes after it, so E2 comes after T1 and finds the extras. T3 and E2 are under one
 * lock: E2 gives back what T3 took before it, and T3 refuses after it. Without T2, extras that are made after E2 never
 * end. Witness: LateNameTest.
 * </pre>
 *
 * <p>T1, T2, E1 and the look in E2 are volatile: a store before a load needs the full order.
 */
public final class Names {

    private final Map<String, ControlBlock> byName = new ConcurrentHashMap<>();
    private final Map<String, Set<ControlBlock>> groups = new ConcurrentHashMap<>();

    /** @return false if another process has that name, or this one has ended */
    public boolean register(String name, ControlBlock block) {
        return change(block, (names, joined) -> {
            names.putIfAbsent(name, () -> byName.remove(name, block)); // first: what throws after taking must give back
            ControlBlock holder = byName.putIfAbsent(name, block);
            if (holder == null || holder == block) {
                return true;
            }
            names.remove(name);
            return false;
        });
    }

    public Optional<Pid> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** @return false if it has ended */
    public boolean join(String group, ControlBlock block) {
        return change(block, (names, joined) -> {
            joined.putIfAbsent(group, membership(group, block));
            groups.compute(group, (key, members) -> {
                Set<ControlBlock> now = members == null ? ConcurrentHashMap.newKeySet() : members;
                now.add(block);
                return now;
            });
            return true;
        });
    }

    /** @return false if it was no member */
    public boolean leave(String group, ControlBlock block) {
        return change(block, (names, joined) -> {
            Held place = joined.get(group);
            if (place == null) {
                return false;
            }
            place.giveBack();
            joined.remove(group);
            return true;
        });
    }

    public Set<Pid> members(String group) {
        Set<ControlBlock> members = groups.get(group);
        return members == null ? Set.of() : Set.copyOf(members);
    }

    /** E2 of NAME-1, by the owner. Takes no memory. */
    public void forget(ControlBlock complete) {
        Extras extras = complete.extrasOrNull();
        if (extras != null) {
            extras.end();
        }
    }

    /** T1 to T3 of NAME-1. */
    private static boolean change(ControlBlock block, Extras.Change change) {
        Extras extras = block.extras();
        return !block.isComplete() && extras.change(change);
    }

    private Held membership(String group, ControlBlock block) {
        BiFunction<String, Set<ControlBlock>, @Nullable Set<ControlBlock>> without = (key, members) -> {
            members.remove(block);
            return members.isEmpty() ? null : members;
        };
        return () -> groups.computeIfPresent(group, without);
    }
}
