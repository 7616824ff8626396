package dev.gmp.spring.metrics;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot that all meters of a scrape share. Since its cost grows with what it shows, it is kept for as long as makes its
 * taking cost a tenth of one processor at most, however often it is asked for.
 *
 * @param <S> snapshot
 */
final class Recent<S> {

    private static final long SHORTEST_AGE_NANOS = RecentSnapshot.MAX_AGE.toNanos();
    private static final int PAUSE_PER_COST = 10;

    private final Supplier<S> snapshots;
    private final LongSupplier nanoTime;
    private volatile @Nullable Taken<S> last;

    Recent(Supplier<S> snapshots) {
        this(snapshots, System::nanoTime);
    }

    Recent(Supplier<S> snapshots, LongSupplier nanoTime) {
        this.snapshots = snapshots;
        this.nanoTime = nanoTime;
    }

    S get() {
        long begin = nanoTime.getAsLong();
        Taken<S> taken = last;
        if (taken == null || begin - taken.nanos() > taken.keptNanos()) {
            S snapshot = snapshots.get();
            long end = nanoTime.getAsLong();
            taken = new Taken<>(snapshot, end, Math.max(SHORTEST_AGE_NANOS, PAUSE_PER_COST * (end - begin)));
            last = taken;
        }
        return taken.snapshot();
    }

    private record Taken<S>(S snapshot, long nanos, long keptNanos) {}
}
