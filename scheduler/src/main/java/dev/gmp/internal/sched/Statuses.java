package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.GoroutineTimes;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * The goroutines in each status, now and so far, and how long they wait. Counts them and marks those that wait at those of
 * sysmon's looks at which that is due. Thread-safe.
 */
final class Statuses implements LongConsumer {

    private final Census census;
    private final OldestRunnable oldestRunnable;
    private final StatusTimes times = new StatusTimes(System.nanoTime());

    Statuses(SchedulerState state, Census census) {
        this.census = census;
        this.oldestRunnable = new OldestRunnable(state);
    }

    /** A look. By sysmon. */
    @Override
    public void accept(long now) {
        if (times.isDue(now)) {
            times.count(census.take(), now);
            oldestRunnable.mark(now);
        }
    }

    GoroutineCounts counts() {
        return census.take();
    }

    GoroutineTimes times() {
        return times.at(System.nanoTime());
    }

    /** How long the one in a run queue that has waited longest has waited, as far as sysmon has seen it. */
    Duration oldestRunnable() {
        return Duration.ofNanos(oldestRunnable.age(System.nanoTime()));
    }

    /** With the scheduler: nobody looks any more. Takes no memory. */
    void end() {
        times.end(System.nanoTime());
    }
}
