package dev.gmp.internal.leak;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Follows waits from thread to thread until they come to an end or close a cycle. Each thread waits for one other at most. */
final class WaitCycles {

    private WaitCycles() {}

    /**
     * Finds each cycle that the starts lead to, once.
     *
     * @param waitOf reads what a thread waits for; null for nothing
     * @param hasTime whether to go on
     */
    static List<List<Wait>> from(
            Collection<Thread> starts, Function<Thread, @Nullable Wait> waitOf, BooleanSupplier hasTime) {
        Map<Thread, Boolean> seen = new IdentityHashMap<>();
        List<List<Wait>> cycles = new ArrayList<>();
        for (Thread start : starts) {
            List<Wait> path = new ArrayList<>();
            Thread at = start;
            while (at != null && hasTime.getAsBoolean() && seen.put(at, true) == null) {
                Wait wait = waitOf.apply(at);
                if (wait != null) {
                    path.add(wait);
                }
                at = wait == null ? null : wait.holder();
            }
            for (int i = 0; at != null && i < path.size(); i++) {
                if (path.get(i).waiter() == at) {
                    cycles.add(fromLowest(path.subList(i, path.size())));
                }
            }
        }
        return cycles;
    }

    private static List<Wait> fromLowest(List<Wait> cycle) {
        List<Wait> turned = new ArrayList<>(cycle);
        Wait lowest = Collections.min(
                cycle, Comparator.comparingLong((Wait wait) -> wait.waiter().getId()));
        Collections.rotate(turned, -cycle.indexOf(lowest));
        return turned;
    }
}
