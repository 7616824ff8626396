package dev.gmp.internal.sched;

import java.util.function.LongConsumer;

/** Counts the goroutines in each status and marks those that wait, at those of sysmon's looks at which that is due. */
final class StatusLook implements LongConsumer {

    private final Census census;
    private final StatusTimes statusTimes;
    private final OldestRunnable oldestRunnable;

    StatusLook(Census census, StatusTimes statusTimes, OldestRunnable oldestRunnable) {
        this.census = census;
        this.statusTimes = statusTimes;
        this.oldestRunnable = oldestRunnable;
    }

    @Override
    public void accept(long now) {
        if (statusTimes.isDue(now)) {
            statusTimes.count(census.take(), now);
            oldestRunnable.mark(now);
        }
    }
}
