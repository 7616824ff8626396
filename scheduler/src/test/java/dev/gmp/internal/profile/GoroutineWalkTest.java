package dev.gmp.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.SearchParts;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far a profile walks, and how much it keeps, in steps and not in time. */
class GoroutineWalkTest {

    private static final int QUEUED = 10_000;

    /** From one reading of the time to the next, and one more in each queue. */
    private static final long AT_MOST_LATE = 300;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final Set<Goroutine> queued = new HashSet<>();

    @BeforeEach
    void fillQueues() {
        for (int i = 0; i < QUEUED; i++) {
            Goroutine goroutine = SearchParts.goroutine();
            queued.add(goroutine);
            if (i >= 100 || !state.processors().get(i % 2).queue().offer(goroutine)) {
                state.queues().global().add(goroutine, i);
            }
        }
    }

    @Test
    void whenItsTimeIsOverItStopsAndCountsTheRest() {
        RandomSample<Goroutine> sample = new RandomSample<>(QUEUED);
        GoroutineWalk walk = new GoroutineWalk(sample, System.nanoTime() - 1);
        walk.visitQueues(state);

        assertThat(sample.offered()).isBetween(1L, AT_MOST_LATE);
        assertThat(sample.offered() + walk.missing()).isEqualTo(QUEUED);
    }

    @Test
    void withTimeItReachesAllAndKeepsABoundedSample() {
        RandomSample<Goroutine> sample = new RandomSample<>(1_000);
        GoroutineWalk walk = new GoroutineWalk(sample, System.nanoTime() + TimeUnit.HOURS.toNanos(1));
        walk.visitQueues(state);

        assertThat(sample.offered()).isEqualTo(QUEUED);
        assertThat(walk.missing()).isZero();
        Set<Goroutine> kept = new HashSet<>();
        for (Goroutine each = sample.take(); each != null; each = sample.take()) {
            assertThat(kept.add(each)).as("once").isTrue();
        }
        assertThat(kept).hasSize(1_000);
        assertThat(queued).containsAll(kept);
    }
}
