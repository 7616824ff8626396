package dev.gmp.config.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcsRuleTest {

    /** The rows of minimum 2 are those that Go tests its rule with ({@code TestCgroupGOMAXPROCSRound} and others). */
    @ParameterizedTest
    @CsvSource({
        // minimum, CPUs, limit, processors
        "2, 8, 0.5,       2",
        "2, 8, 1,         2",
        "2, 8, 1.5,       2",
        "2, 8, 2,         2",
        "2, 8, 2.00001,   3",
        "2, 8, 2.5,       3",
        "2, 8, 2.99999,   3",
        "2, 8, 3,         3",
        "2, 8, 16,        8",
        "2, 1, 0.5,       1",
        "2, 1, 4,         1",
        "2, 2, 0.001,     2",
        "1, 8, 0.001,     1",
        "1, 8, 1.5,       2",
        "4, 8, 0.5,       4",
        "4, 8, 5.5,       6",
        "4, 3, 0.5,       3",
        "2, 8, 1e300,     8",
        "2, 8, Infinity,  8",
    })
    void theLimitRoundedUpLowersTheCpusToNoLessThanTheMinimum(int minimum, int cpus, double limit, int procs) {
        AvailableCpus available = new AvailableCpus(cpus, false, "affinity");

        assertThat(new ProcsRule(minimum).procs(available, new CpuLimit(limit, "test")))
                .isEqualTo(procs);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "1, 8", "3, 2", "64, 2", "64, Infinity"})
    void cpusThatWereToldStandAsTheyAre(int told, double limit) {
        AvailableCpus available = new AvailableCpus(told, true, "-XX:ActiveProcessorCount");

        assertThat(new ProcsRule(2).procs(available, new CpuLimit(limit, "test")))
                .isEqualTo(told);
    }

    @Test
    void aLimitIsAlwaysRoundedUpExactly() {
        ProcsRule rule = new ProcsRule(1);
        AvailableCpus available = new AvailableCpus(1_000_000, false, "affinity");
        for (int period : new int[] {1_000, 10_000, 33_333, 100_000, 1_000_000}) {
            for (int whole = 1; whole <= 200; whole++) {
                long quota = (long) whole * period;
                assertThat(rule.procs(available, limit(quota, period))).isEqualTo(whole);
                assertThat(rule.procs(available, limit(quota + 1, period))).isEqualTo(whole + 1);
            }
        }
    }

    @Test
    void aMinimumBelowOneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ProcsRule(0))
                .withMessage("minimum must be at least 1, but was 0");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void aLimitThatIsNoneIsRefused(double cpus) {
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuLimit(cpus, "test"));
    }

    private static CpuLimit limit(long quota, long period) {
        return new CpuLimit((double) quota / period, "test");
    }
}
