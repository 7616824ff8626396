package dev.gmp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.incident.IncidentCause;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What of a scheduler's state, second by second, is an incident. */
class IncidentSignsTest {

    private static final int BOUND = 32;

    /** Bucket 9 ends at 1,024 microseconds, the next at twice that. */
    private static final int FAST = 9;

    private static final int SLOW = 10;
    private static final Duration LIMIT = Duration.ofNanos(1_024_000);

    private final IncidentSigns signs = new IncidentSigns(LIMIT);
    private final long[] counts = new long[20];

    @Test
    void aStallIsOneWhileItLasts() {
        assertThat(tick(true, 0)).containsExactly(IncidentCause.STALL);
        assertThat(tick(true, 0)).containsExactly(IncidentCause.STALL);
        assertThat(tick(false, 0)).isEmpty();
    }

    @Test
    void aLatencyIsOneAfterFiveSecondsAboveTheLimit() {
        assertThat(slowSeconds(4)).isEmpty();
        assertThat(slowSeconds(1)).containsExactly(IncidentCause.LATENCY);
        assertThat(slowSeconds(1)).containsExactly(IncidentCause.LATENCY);
        assertThat(tick(false, 0)).as("no sample").containsExactly(IncidentCause.LATENCY);
        counts[FAST] += 100;
        assertThat(tick(false, 0)).isEmpty();
    }

    @Test
    void aSecondWithoutSamplesIsNeitherFastNorSlow() {
        assertThat(slowSeconds(4)).isEmpty();
        assertThat(tick(false, 0)).isEmpty();
        assertThat(slowSeconds(1)).containsExactly(IncidentCause.LATENCY);
    }

    @Test
    void fiveSecondsWithoutSamplesEndALatency() {
        assertThat(slowSeconds(5)).isNotEmpty();
        for (int second = 0; second < 4; second++) {
            assertThat(tick(false, 0)).isNotEmpty();
        }
        assertThat(tick(false, 0)).isEmpty();
        assertThat(slowSeconds(4)).isEmpty();
    }

    @Test
    void oneFastSecondBetweenBeginsAgain() {
        assertThat(slowSeconds(4)).isEmpty();
        counts[FAST] += 100;
        counts[SLOW] += 1; // the 99th percentile is fast
        assertThat(tick(false, 0)).isEmpty();
        assertThat(slowSeconds(4)).isEmpty();
    }

    @Test
    void aBucketThatContainsTheLimitIsAboveIt() {
        IncidentSigns between = new IncidentSigns(LIMIT.plusNanos(1));
        for (int second = 0; second < 5; second++) {
            assertThat(between.tick(false, 0, BOUND, histogram())).isEmpty();
            counts[SLOW] += 100;
        }
        assertThat(between.tick(false, 0, BOUND, histogram())).containsOnlyKeys(IncidentCause.LATENCY);
    }

    @Test
    void withoutALimitNoLatencyIs() {
        IncidentSigns unlimited = new IncidentSigns(Duration.ZERO);
        for (int second = 0; second < 10; second++) {
            counts[19] += 100;
            assertThat(unlimited.tick(false, 0, BOUND, histogram())).isEmpty();
        }
    }

    @Test
    void overtimeIsOneAfterFiveSecondsAtTheBound() {
        for (int second = 0; second < 4; second++) {
            assertThat(tick(false, BOUND)).isEmpty();
        }
        assertThat(tick(false, BOUND)).containsExactly(IncidentCause.OVERTIME);
        assertThat(tick(false, BOUND - 1)).isEmpty();
        assertThat(tick(false, BOUND)).isEmpty();
    }

    private Set<IncidentCause> slowSeconds(int seconds) {
        Set<IncidentCause> last = Set.of();
        for (int second = 0; second < seconds; second++) {
            counts[FAST] += 98;
            counts[SLOW] += 2;
            last = tick(false, 0);
        }
        return last;
    }

    private Set<IncidentCause> tick(boolean stalled, int overtime) {
        return signs.tick(stalled, overtime, BOUND, histogram()).keySet();
    }

    private LatencyHistogramSnapshot histogram() {
        return new LatencyHistogramSnapshot(counts, 0);
    }
}
