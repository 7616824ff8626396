package dev.gmp.internal.profile;

import dev.gmp.internal.label.Labels;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.profile.GoroutineGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known so far of the goroutines with one stack. For one thread. */
final class GroupCounts {

    /** As {@link GoroutineCounts} has them. */
    enum Status {
        RUNNABLE,
        RUNNING,
        WAITING,
        SYSCALL
    }

    private final long[] statuses = new long[Status.values().length];
    private final Tally tasks = new Tally();

    /** By key: where each goroutine has another value, that takes no room of the other labels. */
    private final Map<String, Tally> labels = new HashMap<>();

    private long otherLabels;
    private final WaitTally waits = new WaitTally();
    private final Tally peers = new Tally();
    private @Nullable Duration oldestWait;
    private long count;

    void add(Sighting seen) {
        count++;
        statuses[seen.status().ordinal()]++;
        if (seen.task() != null) {
            tasks.count(seen.task());
        }
        if (seen.labels() != null) {
            seen.labels().asMap().forEach(this::countLabel);
        }
        if (seen.waitsFor() != null) {
            waits.count(seen.waitsFor(), seen.detail().until());
        }
        if (seen.detail().peer() != null) {
            peers.count(seen.detail().peer());
        }
        Duration waited = seen.waited();
        if (waited != null && (oldestWait == null || waited.compareTo(oldestWait) > 0)) {
            oldestWait = waited;
        }
    }

    /** Goroutines hold these texts already, so counting them takes little memory. */
    private void countLabel(String key, String value) {
        Tally values = labels.size() < Tally.MOST ? labels.computeIfAbsent(key, first -> new Tally()) : labels.get(key);
        if (values == null) {
            otherLabels++;
        } else {
            values.count(value);
        }
    }

    /** Ids of traces are of one goroutine each, so a group of several has none. */
    private Map<String, Long> labels() {
        if (count > 1) {
            labels.keySet().removeAll(List.of(Labels.TRACE_ID, Labels.SPAN_ID));
        }
        return Tally.sorted(labels, otherLabels);
    }

    GoroutineGroup describe(List<StackTraceElement> stack) {
        return new GoroutineGroup(
                stack,
                count,
                new GoroutineCounts(
                        statuses[Status.RUNNABLE.ordinal()],
                        statuses[Status.RUNNING.ordinal()],
                        statuses[Status.WAITING.ordinal()],
                        statuses[Status.SYSCALL.ordinal()]),
                oldestWait,
                tasks.sorted(),
                labels(),
                waits.sorted(),
                peers.sorted());
    }
}
