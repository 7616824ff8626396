package dev.gmp.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.observe.GoroutineCounts;
import dev.gmp.observe.GoroutineTimes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StatusTimesTest {

    private static final long SECOND = 1_000_000_000;

    private final StatusTimes times = new StatusTimes(-SECOND);

    @Test
    void beforeTheFirstCountThereAreNone() {
        assertThat(times.at(100 * SECOND)).isEqualTo(seconds(0, 0, 0, 0));
    }

    @Test
    void aCountHoldsUntilTheNextOne() {
        times.count(new GoroutineCounts(1, 2, 3, 4), 0);
        times.count(new GoroutineCounts(0, 1, 0, 0), 10 * SECOND);

        assertThat(times.at(10 * SECOND)).isEqualTo(seconds(10, 20, 30, 40));
        assertThat(times.at(15 * SECOND)).isEqualTo(seconds(10, 25, 30, 40));
    }

    @Test
    void aReaderWhoseClockIsBehindGoesNotBack() {
        times.count(new GoroutineCounts(1, 1, 1, 1), 0);
        times.count(new GoroutineCounts(1, 1, 1, 1), 10 * SECOND);

        assertThat(times.at(9 * SECOND)).isEqualTo(seconds(10, 10, 10, 10));
    }

    /** It began to count before it was asked, and was slow. */
    @Test
    void whatWasToldIsNotTakenBackByALateCount() {
        times.count(new GoroutineCounts(0, 1, 0, 0), 0);
        assertThat(times.at(20 * SECOND)).isEqualTo(seconds(0, 20, 0, 0));
        times.count(new GoroutineCounts(0, 0, 0, 0), 15 * SECOND);

        assertThat(times.at(20 * SECOND)).isEqualTo(seconds(0, 20, 0, 0));
    }

    /** The last goroutines may have ended since the last count, and one that began before the end may come after it. */
    @Test
    void afterTheEndTheyStay() {
        times.count(new GoroutineCounts(0, 1, 0, 0), 0);
        times.end(10 * SECOND);
        assertThat(times.at(20 * SECOND)).isEqualTo(seconds(0, 10, 0, 0));
        times.count(new GoroutineCounts(0, 1, 0, 0), 9 * SECOND);

        assertThat(times.at(30 * SECOND)).isEqualTo(seconds(0, 10, 0, 0));
    }

    @Test
    void theEndTakesNothingBackThatWasTold() {
        times.count(new GoroutineCounts(0, 1, 0, 0), 0);
        assertThat(times.at(20 * SECOND)).isEqualTo(seconds(0, 20, 0, 0));
        times.end(15 * SECOND);

        assertThat(times.at(30 * SECOND)).isEqualTo(seconds(0, 20, 0, 0));
    }

    @Test
    void aMillionGoroutinesParkedForAYearAreNoOverflow() {
        times.count(new GoroutineCounts(0, 0, 1_000_000, 0), 0);

        assertThat(times.at(365L * 24 * 3600 * SECOND).waiting()).isEqualTo(Duration.ofDays(365_000_000));
    }

    @Test
    void countsAreDueAPeriodAfterTheLast() {
        times.count(new GoroutineCounts(0, 0, 0, 0), SECOND);

        assertThat(times.isDue(SECOND + StatusTimes.PERIOD_NANOS - 1)).isFalse();
        assertThat(times.isDue(SECOND + StatusTimes.PERIOD_NANOS)).isTrue();
    }

    private static GoroutineTimes seconds(long runnable, long running, long waiting, long syscall) {
        return new GoroutineTimes(
                Duration.ofSeconds(runnable),
                Duration.ofSeconds(running),
                Duration.ofSeconds(waiting),
                Duration.ofSeconds(syscall));
    }
}
