package dev.gmp.internal.profile;

import dev.gmp.internal.label.Labels;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.profile.GoroutineGroup;
import java.time.Duration;
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
    private final Tally labels = new Tally();

    /** Each goroutine may have others, which must not take the room of labels that many have. */
    private final Tally ids = new Tally();

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
            seen.labels().asMap().forEach((key, value) -> tally(key).count(key + "=" + value));
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

    private Tally tally(String key) {
        return key.equals(Labels.TRACE_ID) || key.equals(Labels.SPAN_ID) ? ids : labels;
    }

    private Map<String, Long> labels() {
        Map<String, Long> shown = labels.sorted();
        if (count == 1) {
            shown.putAll(ids.sorted());
        }
        return shown;
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
