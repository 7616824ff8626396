package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerSnapshot;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A scrape takes one snapshot, the next another. */
class RecentSnapshotTests {

    @Test
    void isTakenAnewOnceItIsOld() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE);
        try (GmpScheduler scheduler = GmpScheduler.builder().build()) {
            RecentSnapshot recent = new RecentSnapshot(scheduler, scheduler::snapshot, now::get);
            SchedulerSnapshot first = recent.get();
            now.addAndGet(RecentSnapshot.MAX_AGE.toNanos());
            assertThat(recent.get()).isSameAs(first);
            now.incrementAndGet();
            SchedulerSnapshot second = recent.get();
            assertThat(second).isNotSameAs(first);
            assertThat(recent.get()).isSameAs(second);
        }
    }
}
