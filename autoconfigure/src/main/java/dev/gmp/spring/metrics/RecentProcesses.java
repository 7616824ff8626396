package dev.gmp.spring.metrics;

import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesSnapshot;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot of one runtime's processes that all meters of a scrape share. Since a snapshot visits each process, it is kept
 * for as long as makes its taking cost a tenth of one processor at most, however often it is asked for.
 */
final class RecentProcesses {

    private static final long SHORTEST_AGE_NANOS = RecentSnapshot.MAX_AGE.toNanos();
    private static final int PAUSE_PER_COST = 10;

    private final Supplier<ProcessesSnapshot> snapshots;
    private final LongSupplier nanoTime;
    private volatile @Nullable Taken last;

    RecentProcesses(Processes processes) {
        this(() -> processes.snapshot(0), System::nanoTime);
    }

    RecentProcesses(Supplier<ProcessesSnapshot> snapshots, LongSupplier nanoTime) {
        this.snapshots = snapshots;
        this.nanoTime = nanoTime;
    }

    ProcessesSnapshot get() {
        long begin = nanoTime.getAsLong();
        Taken taken = last;
        if (taken == null || begin - taken.nanos() > taken.keptNanos()) {
            ProcessesSnapshot snapshot = snapshots.get();
            long end = nanoTime.getAsLong();
            taken = new Taken(snapshot, end, Math.max(SHORTEST_AGE_NANOS, PAUSE_PER_COST * (end - begin)));
            last = taken;
        }
        return taken.snapshot();
    }

    private record Taken(ProcessesSnapshot snapshot, long nanos, long keptNanos) {}
}
