package dev.gmp.internal.leak;

import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The deadlocks that last, as seen by look after look. For one thread. */
final class KnownDeadlocks {

    /** At so many incomplete looks one after the other it may be missed. */
    static final int MOST_MISSES = 10;

    /** How many looks have missed it, by the numbers of its threads. */
    private Map<List<Long>, Integer> misses = new HashMap<>();

    /**
     * Takes in one more report. A deadlock that is not in it is forgotten, unless the search ended early.
     *
     * @return those that are new
     */
    List<Deadlock> look(DeadlockReport report) {
        Map<List<Long>, Integer> kept = new HashMap<>();
        if (!report.complete()) {
            misses.forEach((threads, missed) -> {
                if (missed < MOST_MISSES) {
                    kept.put(threads, missed + 1);
                }
            });
        }
        List<Deadlock> added = new ArrayList<>();
        for (Deadlock deadlock : report.deadlocks()) {
            List<Long> threads =
                    deadlock.threads().stream().map(Deadlock.Waiter::threadId).toList();
            if (!misses.containsKey(threads)) {
                added.add(deadlock);
            }
            kept.put(threads, 0);
        }
        misses = kept;
        return added;
    }

    /** At most {@value DeadlockReport#MOST}. */
    int count() {
        return Math.min(misses.size(), DeadlockReport.MOST);
    }
}
