package dev.gmp.internal.quota;

import static dev.gmp.internal.quota.QuotaBucket.PERIOD_NANOS;
import static dev.gmp.internal.quota.QuotaBucket.STEP_NANOS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On a clock that the test sets. */
class QuotaBucketTest {

    /** Repeats what went wrong. */
    private static final Long SEED = Long.getLong("gmp.stress.seed");

    private static final double SHARE = 0.95;

    private final long begin = Long.MAX_VALUE - 3 * PERIOD_NANOS; // the clock may wrap around
    private final QuotaBucket bucket = new QuotaBucket(begin, 0);
    private long now = begin;
    private long used;

    /** After a rest of whatever length. */
    @ParameterizedTest
    @CsvSource({"0.5, 47.5", "1, 95", "1.5, 142.5", "2, 190", "64, 6080"})
    void aFullOneHoldsNineteenTwentiethsOfThePeriodsQuota(double cpus, double millis) {
        for (int step : new int[] {1, 1, 5, 100_000}) {
            now += step * STEP_NANOS;
            assertThat(bucket.tokens(now, used, cpus) / 1e6).isEqualTo(millis, within(1e-9));
        }
    }

    /** What is said is a step ahead, when what was spent a period before will have come back. */
    @Test
    void whatIsSpentComesBackAPeriodLater() {
        tokens();
        spend(30);
        assertMillis(65);
        spend(20);
        for (int step = 2; step < 10; step++) {
            assertMillis(45);
            spend(0);
        }
        assertMillis(45 + 30);
        spend(0);
        assertMillis(45 + 30 + 20);
    }

    /** As much comes back as was spent in the time that is a period ago, as far as two samples tell. */
    @Test
    void aLateQuestionIsAnsweredInProportion() {
        tokens();
        spend(40);
        assertMillis(55);
        now += 8 * STEP_NANOS + STEP_NANOS / 4;
        assertMillis(55 + 10);
        now += STEP_NANOS;
        assertMillis(95);
    }

    @Test
    void aQuestionAfterMuchMoreThanAPeriodSpreadsWhatWasUsedOverThatTime() {
        tokens();
        now += 10 * PERIOD_NANOS;
        used += 5 * PERIOD_NANOS;
        assertMillis(95 - 50 * 0.9);
    }

    /** Goroutines without a processor, which nothing stops: the debt is forgotten with the period. */
    @Test
    void whatWasUsedBeyondTheQuotaIsHeldAgainstNobodyAPeriodLater() {
        for (int step = 0; step < 50; step++) {
            tokens();
            spend(50);
        }
        assertThat(tokens()).isNegative();
        now += PERIOD_NANOS;
        assertMillis(95);
    }

    /** The group of the process is another one, which has used less or much more. */
    @ParameterizedTest
    @ValueSource(longs = {7, 1_000_000_000_000_000L})
    void aPeriodAfterAMoveToAnotherGroupItIsFullAgain(long usedThere) {
        for (int step = 0; step < 50; step++) {
            tokens();
            spend(10);
        }
        used = usedThere;
        for (int step = 0; step < 11; step++) {
            tokens();
            now += STEP_NANOS;
        }
        assertMillis(95);
    }

    @Test
    void aNewQuotaHoldsAtOnce() {
        tokens();
        spend(50);
        assertThat(bucket.tokens(now, used, 0.5) / 1e6).isEqualTo(-2.5, within(1e-9));
        now += STEP_NANOS;
        assertThat(bucket.tokens(now, used, 2) / 1e6).isEqualTo(140, within(1e-9));
    }

    /** The property: a load that spends no more than it is told keeps any ten steps within the quota. */
    @RepeatedTest(50)
    void aPeriodNeverHoldsMoreTokensThanTheQuota() {
        long seed = SEED == null ? new SplittableRandom().nextLong() : SEED;
        SplittableRandom random = new SplittableRandom(seed);
        double cpus = random.nextDouble(0.1, 8);
        Deque<long[]> samples = new ArrayDeque<>();
        for (int step = 0; step < 500; step++) {
            double tokens = bucket.tokens(now, used, cpus);
            samples.addLast(new long[] {now, used});
            while (now + STEP_NANOS - samples.getFirst()[0] > PERIOD_NANOS) {
                samples.removeFirst();
            }
            long spent = random.nextInt(3) == 0 ? 0 : (long) (random.nextDouble() * Math.max(0, tokens));
            used += spent;
            assertThat(used - samples.getFirst()[1])
                    .as("seed %d, step %d", seed, step)
                    .isLessThanOrEqualTo((long) (SHARE * cpus * PERIOD_NANOS) + 1);
            now += STEP_NANOS + (random.nextInt(4) == 0 ? random.nextLong(2 * STEP_NANOS) : 0);
        }
    }

    private double tokens() {
        return bucket.tokens(now, used, 1);
    }

    private void assertMillis(double millis) {
        assertThat(tokens() / 1e6).isEqualTo(millis, within(1e-9));
    }

    /** In a step. */
    private void spend(long millis) {
        used += millis * 1_000_000;
        now += STEP_NANOS;
    }
}
