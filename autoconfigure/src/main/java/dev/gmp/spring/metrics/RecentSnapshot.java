package dev.gmp.spring.metrics;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One scheduler's snapshot, taken anew once it is a few milliseconds old: all meters of a scrape share one. */
final class RecentSnapshot {

    static final Duration MAX_AGE = Duration.ofMillis(10);

    private final GmpScheduler scheduler;
    private final LongSupplier nanoTime;
    private volatile @Nullable Taken last;

    RecentSnapshot(GmpScheduler scheduler) {
        this(scheduler, System::nanoTime);
    }

    RecentSnapshot(GmpScheduler scheduler, LongSupplier nanoTime) {
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
    }

    GmpScheduler scheduler() {
        return scheduler;
    }

    SchedulerSnapshot get() {
        long now = nanoTime.getAsLong();
        Taken taken = last;
        if (taken == null || now - taken.nanos() > MAX_AGE.toNanos()) {
            taken = new Taken(scheduler.snapshot(), now);
            last = taken;
        }
        return taken.snapshot();
    }

    private record Taken(SchedulerSnapshot snapshot, long nanos) {}
}
