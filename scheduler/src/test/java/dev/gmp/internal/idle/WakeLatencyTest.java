package dev.gmp.internal.idle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WakeLatencyTest {

    private static final long ASKED = 1_000_000;

    private final WakeLatency wakeLatency = new WakeLatency();

    @Test
    void asksForAllUntilItKnowsBetter() {
        assertThat(wakeLatency.toPark(ASKED, 0)).isEqualTo(ASKED);
        assertThat(wakeLatency.toPark(1, 0)).isEqualTo(1);
    }

    @Test
    void asksForAsMuchLessAsParksAreLate() {
        lateBy(60_000, 200);

        assertThat(wakeLatency.toPark(ASKED, 0)).isBetween(ASKED - 60_000, ASKED - 59_000);
    }

    @Test
    void oneParkThatIsLaterThanOthersChangesLittle() {
        lateBy(60_000, 200);
        lateBy(1_000_000_000, 1);

        assertThat(wakeLatency.toPark(ASKED, 0)).isBetween(ASKED - 65_000, ASKED - 59_000);
    }

    @Test
    void oneParkThatIsLessLateCountsAtOnce() {
        lateBy(60_000, 200);
        lateBy(20_000, 1);

        assertThat(wakeLatency.toPark(ASKED, 0)).isEqualTo(ASKED - 20_000);
    }

    @Test
    void aParkThatWasEndedSaysNothing() {
        lateBy(60_000, 200);
        long before = wakeLatency.toPark(ASKED, 0);
        wakeLatency.parked(ASKED, ASKED - 1);

        assertThat(wakeLatency.toPark(ASKED, 0)).isEqualTo(before);
    }

    @Test
    void neverAsksForMuchLess() {
        lateBy(5_000_000, 1_000);

        assertThat(wakeLatency.toPark(ASKED, 0))
                .isBetween(ASKED - WakeLatency.MOST_NANOS, ASKED - WakeLatency.MOST_NANOS + 100);
    }

    @Test
    void aThreadThatWakesTooEarlySpinsUntilItsTime() {
        lateBy(60_000, 200);

        assertThat(wakeLatency.toPark(30_000, 0)).isZero();
        assertThat(wakeLatency.toPark(10_000, 20_000)).isZero();
        assertThat(wakeLatency.toPark(1, 29_999)).isZero();
    }

    @Test
    void spinsForLittleOfTheTime() {
        lateBy(60_000, 200);
        long shortSleep = 30_000;
        long step = 1_000;
        long spun = 0;
        long end = 100_000_000;
        for (long now = 0; now < end; now += step) {
            spun += wakeLatency.toPark(shortSleep - now % shortSleep, now) == 0 ? step : 0;
        }

        assertThat(spun).isPositive().isLessThanOrEqualTo(end / WakeLatency.REST_AFTER_SPIN);
    }

    @Test
    void doesNotSpinForLong() {
        lateBy(150_000, 200);

        assertThat(wakeLatency.toPark(WakeLatency.LONGEST_SPIN_NANOS + 1, 0))
                .isEqualTo(WakeLatency.LONGEST_SPIN_NANOS + 1);
        assertThat(wakeLatency.toPark(WakeLatency.LONGEST_SPIN_NANOS, 0)).isZero();
    }

    private void lateBy(long nanos, int times) {
        for (int i = 0; i < times; i++) {
            wakeLatency.parked(ASKED, ASKED + nanos);
        }
    }
}
