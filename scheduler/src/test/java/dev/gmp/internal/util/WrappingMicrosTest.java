package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrappingMicrosTest {

    /** Half the range and all of it; and more than it, which is told by what is left. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "35, 35", "36, 36", "40, 40", "71, 71"})
    void minutesPassWhereverTheClockStands(long minutes, long seen) {
        for (long begin : new long[] {0, 1, 2_000_000_000_000L, 2_147_483_647_999L, 4_294_967_295_000L}) {
            long end = begin + TimeUnit.MINUTES.toNanos(minutes);

            assertThat(WrappingMicros.between(WrappingMicros.at(begin), WrappingMicros.at(end)))
                    .as("from %d ns", begin)
                    .isEqualTo(TimeUnit.MINUTES.toMicros(seen));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000_000})
    void whatSeemsEarlierIsNoLaterThanNow(int earlier) {
        assertThat(WrappingMicros.between(earlier, 0)).isZero();
        assertThat(WrappingMicros.between(Integer.MIN_VALUE, Integer.MIN_VALUE - earlier))
                .isZero();
    }
}
