package dev.gmp.internal.stats;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.GoroutineTimes;
import java.time.Duration;

/**
 * The goroutines in each status, now and so far, and how long they wait. Counts them and marks those that wait at those of
 * sysmon's ticks at which that is due. Thread-safe.
 */
public final class GoroutineStats {

    private final GoroutineCensus goroutineCensus;
    private final KindCensus kindCensus;
    private final OldestRunnable oldestRunnable;
    private final StatusTimes times = new StatusTimes(System.nanoTime());

    public GoroutineStats(SchedulerState state, GoroutineCensus goroutineCensus, KindCensus kindCensus) {
        this.goroutineCensus = goroutineCensus;
        this.kindCensus = kindCensus;
        this.oldestRunnable = new OldestRunnable(state.processors(), state.queues());
    }

    /** By sysmon. */
    public void tick(long now) {
        if (times.isDue(now)) {
            times.count(goroutineCensus.take(), now);
            oldestRunnable.mark(now);
            kindCensus.take(now);
        }
    }

    GoroutineCounts counts() {
        return goroutineCensus.take();
    }

    GoroutineTimes times() {
        return times.at(System.nanoTime());
    }

    /** How long the one in a run queue that has waited longest has waited, as far as sysmon has seen it. */
    Duration oldestRunnable() {
        return Duration.ofNanos(oldestRunnable.age(System.nanoTime()));
    }

    /** Ends with the scheduler: no count is taken after that. Takes no memory. */
    public void end() {
        times.end(System.nanoTime());
    }
}
