package dev.gmp.internal.leak;

import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The deadlocks that last, as seen by look after look. For one thread. */
final class KnownDeadlocks {

    /** At so many incomplete looks one after the other it may be missed. */
    static final int MOST_MISSES = 10;

    /** How many looks have missed each. */
    private Map<Deadlock, Integer> misses = new HashMap<>();

    /**
     * Takes in one more report. A deadlock that is not in it is forgotten, unless the search ended early. Its threads may be in
     * another deadlock by now, but never in two: what each waits for, and where, tells it.
     *
     * @return those that are new
     */
    List<Deadlock> look(DeadlockReport report) {
        Map<Deadlock, Integer> kept = new HashMap<>();
        if (!report.complete()) {
            Set<Long> found =
                    report.deadlocks().stream().flatMap(KnownDeadlocks::threads).collect(Collectors.toSet());
            misses.forEach((deadlock, missed) -> {
                if (missed < MOST_MISSES && threads(deadlock).noneMatch(found::contains)) {
                    kept.put(deadlock, missed + 1);
                }
            });
        }
        report.deadlocks().forEach(deadlock -> kept.put(deadlock, 0));
        List<Deadlock> added = report.deadlocks().stream()
                .filter(deadlock -> !misses.containsKey(deadlock))
                .toList();
        misses = kept;
        return added;
    }

    private static Stream<Long> threads(Deadlock deadlock) {
        return deadlock.threads().stream().map(Deadlock.Waiter::threadId);
    }

    /** At most {@value DeadlockReport#MOST}. */
    int count() {
        return Math.min(misses.size(), DeadlockReport.MOST);
    }
}
