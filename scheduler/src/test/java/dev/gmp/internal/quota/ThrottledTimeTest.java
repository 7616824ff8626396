package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.quota.PacedThreads.Load;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How long the kernel stops CPUs for want of quota, and how much of it is used, in a simulation of both: by ten seeds, each of which
 * has another phase of the kernel's period. The bounds are some 1.3 of what these seeds give.
 */
class ThrottledTimeTest {

    private static final int SEEDS = 10;
    private static final long NANOS = 6_000_000_000L;

    /**
     * Milliseconds for which CPUs are throttled in a second, and the least part of the quota that is used. Without pauses it is 500
     * to 1500 under the first and the third load, and 180 to 550 under the second.
     */
    @ParameterizedTest
    @CsvSource({
        "LONG, 0.5, 2, 10, 0.95", "LONG, 1, 2, 0.8, 0.93", "LONG, 1.5, 2, 0.2, 0.92", "LONG, 2, 4, 1.5, 0.93",
        "LONG, 3, 4, 0.3, 0.92", "BURSTS, 0.5, 2, 33, 0.4", "BURSTS, 1, 2, 4, 0.4", "BURSTS, 1.5, 2, 0.2, 0.4",
        "BURSTS, 2, 4, 7, 0.4", "SHORT, 0.5, 2, 180, 0.97", "SHORT, 1, 2, 9, 0.95", "SHORT, 1.5, 2, 0.3, 0.94",
        "MIXED, 0.5, 2, 2.5, 0.93", "MIXED, 1, 2, 0.2, 0.9", "MIXED, 2, 4, 0.2, 0.9"
    })
    void theKernelSeldomStopsPacedThreads(Load load, double quota, int procs, double mostMillis, double leastUse) {
        double throttled = 0;
        double used = 0;
        for (long seed : seeds()) {
            CfsBandwidth kernel = new PacedThreads(quota, procs, load, 0, true, seed).run(NANOS);
            throttled += kernel.throttledNanos() / 1e6;
            used += kernel.usedNanos();
        }
        assertThat(throttled / SEEDS / (NANOS / 1e9)).isLessThanOrEqualTo(mostMillis);
        assertThat(used / SEEDS / NANOS / quota).isGreaterThanOrEqualTo(leastUse);
    }

    /** It is the pauses that make the difference: this kernel stops threads that do not pause. */
    @ParameterizedTest
    @EnumSource(names = {"LONG", "BURSTS", "SHORT"})
    void theKernelStopsThreadsThatAreNotPaced(Load load) {
        for (long seed : seeds()) {
            CfsBandwidth kernel = new PacedThreads(1, 2, load, 0, false, seed).run(NANOS);
            assertThat(kernel.throttledNanos() / 1e6 / (NANOS / 1e9)).isGreaterThan(300);
        }
    }

    /** A goroutine without a processor uses the quota up in any case: short ones get as much of it as without pauses. */
    @ParameterizedTest
    @CsvSource({"0.5, 1", "1, 1", "1.5, 2"})
    void shortGoroutinesLoseNothingBesideThoseThatUseTheQuotaUp(double quota, int hogs) {
        long paced = 0;
        long free = 0;
        for (long seed : seeds()) {
            PacedThreads with = new PacedThreads(quota, 2, Load.SHORT, hogs, true, seed);
            PacedThreads without = new PacedThreads(quota, 2, Load.SHORT, hogs, false, seed);
            with.run(NANOS);
            without.run(NANOS);
            paced += with.usedByProcessors();
            free += without.usedByProcessors();
        }
        assertThat((double) paced / free).isGreaterThan(0.98);
    }

    private static long[] seeds() {
        return LongStream.range(0, SEEDS).toArray();
    }
}
