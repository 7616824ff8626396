package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UptimeClockTest {

    /** Up to half the range, beyond it, and nearly all of it. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 35, 36, 40, 71})
    void minutesPassWhereverTheClockStands(long minutes) {
        for (long begin : new long[] {0, 1, 2_000_000_000_000L, 2_147_483_647_999L, 4_294_967_295_000L}) {
            long end = begin + TimeUnit.MINUTES.toNanos(minutes);

            assertThat(UptimeClock.microsBetween(UptimeClock.microsAt(begin), UptimeClock.microsAt(end)))
                    .as("from %d ns", begin)
                    .isEqualTo(TimeUnit.MINUTES.toMicros(minutes));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000_000})
    void whatSeemsEarlierIsNoLaterThanNow(int earlier) {
        assertThat(UptimeClock.microsBetween(earlier, 0)).isZero();
        assertThat(UptimeClock.microsBetween(Integer.MIN_VALUE, Integer.MIN_VALUE - earlier))
                .isZero();
    }
}
