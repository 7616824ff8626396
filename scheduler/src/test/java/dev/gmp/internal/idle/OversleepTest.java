package dev.gmp.internal.idle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OversleepTest {

    private static final long ASKED = 1_000_000;

    private final Oversleep oversleep = new Oversleep();

    @Test
    void asksForAllUntilItKnowsBetter() {
        assertThat(oversleep.toPark(ASKED, 0)).isEqualTo(ASKED);
        assertThat(oversleep.toPark(1, 0)).isEqualTo(1);
    }

    @Test
    void asksForAsMuchLessAsParksAreLate() {
        lateBy(60_000, 200);

        assertThat(oversleep.toPark(ASKED, 0)).isBetween(ASKED - 60_000, ASKED - 59_000);
    }

    @Test
    void oneParkThatIsLaterThanOthersChangesLittle() {
        lateBy(60_000, 200);
        lateBy(1_000_000_000, 1);

        assertThat(oversleep.toPark(ASKED, 0)).isBetween(ASKED - 65_000, ASKED - 59_000);
    }

    @Test
    void oneParkThatIsLessLateCountsAtOnce() {
        lateBy(60_000, 200);
        lateBy(20_000, 1);

        assertThat(oversleep.toPark(ASKED, 0)).isEqualTo(ASKED - 20_000);
    }

    @Test
    void aParkThatWasEndedSaysNothing() {
        lateBy(60_000, 200);
        long before = oversleep.toPark(ASKED, 0);
        oversleep.parked(ASKED, ASKED - 1);

        assertThat(oversleep.toPark(ASKED, 0)).isEqualTo(before);
    }

    @Test
    void neverAsksForMuchLess() {
        lateBy(5_000_000, 1_000);

        assertThat(oversleep.toPark(ASKED, 0))
                .isBetween(ASKED - Oversleep.MOST_NANOS, ASKED - Oversleep.MOST_NANOS + 100);
    }

    @Test
    void whoWakesTooEarlySpinsUntilItsTime() {
        lateBy(60_000, 200);

        assertThat(oversleep.toPark(30_000, 0)).isZero();
        assertThat(oversleep.toPark(10_000, 20_000)).isZero();
        assertThat(oversleep.toPark(1, 29_999)).isZero();
    }

    @Test
    void spinsForLittleOfTheTime() {
        lateBy(60_000, 200);
        long shortSleep = 30_000;
        long step = 1_000;
        long spun = 0;
        long end = 100_000_000;
        for (long now = 0; now < end; now += step) {
            spun += oversleep.toPark(shortSleep - now % shortSleep, now) == 0 ? step : 0;
        }

        assertThat(spun).isPositive().isLessThanOrEqualTo(end / Oversleep.REST_AFTER_SPIN);
    }

    @Test
    void doesNotSpinForLong() {
        lateBy(150_000, 200);

        assertThat(oversleep.toPark(Oversleep.LONGEST_SPIN_NANOS + 1, 0)).isEqualTo(Oversleep.LONGEST_SPIN_NANOS + 1);
        assertThat(oversleep.toPark(Oversleep.LONGEST_SPIN_NANOS, 0)).isZero();
    }

    private void lateBy(long nanos, int times) {
        for (int i = 0; i < times; i++) {
            oversleep.parked(ASKED, ASKED + nanos);
        }
    }
}
