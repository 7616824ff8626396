package dev.gmp.spring.metrics;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One scheduler's snapshot, taken anew once it is a few milliseconds old: all meters of a scrape share one. */
final class RecentSnapshot {

    static final Duration MAX_AGE = Duration.ofMillis(10);

    private final GmpScheduler scheduler;
    private final Supplier<SchedulerSnapshot> snapshots;
    private final LongSupplier nanoTime;
    private final List<Consumer<SchedulerSnapshot>> observers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Taken last;

    RecentSnapshot(GmpScheduler scheduler) {
        this(scheduler, scheduler::snapshot, System::nanoTime);
    }

    RecentSnapshot(GmpScheduler scheduler, Supplier<SchedulerSnapshot> snapshots, LongSupplier nanoTime) {
        this.scheduler = scheduler;
        this.snapshots = snapshots;
        this.nanoTime = nanoTime;
    }

    GmpScheduler scheduler() {
        return scheduler;
    }

    /** From now on the observer sees every snapshot that is taken, on the thread that asked for it. */
    void observe(Consumer<SchedulerSnapshot> observer) {
        observers.add(observer);
    }

    SchedulerSnapshot get() {
        long now = nanoTime.getAsLong();
        Taken taken = last;
        if (taken == null || now - taken.nanos() > MAX_AGE.toNanos()) {
            taken = new Taken(snapshots.get(), now);
            last = taken;
            SchedulerSnapshot fresh = taken.snapshot();
            observers.forEach(observer -> observer.accept(fresh));
        }
        return taken.snapshot();
    }

    private record Taken(SchedulerSnapshot snapshot, long nanos) {}
}
