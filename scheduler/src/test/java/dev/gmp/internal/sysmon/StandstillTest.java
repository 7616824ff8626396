package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** With times made up: only what was seen to stand still counts. */
class StandstillTest {

    private static final long SECOND = 1_000_000_000L;

    private final Standstill standstill = new Standstill();

    @Test
    void workThatNobodyBeginsStandsStill() {
        assertThat(standstill.look(7, true, 10 * SECOND)).isZero();
        assertThat(standstill.look(7, true, 11 * SECOND)).isEqualTo(SECOND);
        assertThat(standstill.look(7, true, 12 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void progressEndsIt() {
        standstill.look(7, true, 10 * SECOND);
        standstill.look(7, true, 11 * SECOND);
        assertThat(standstill.look(8, true, 12 * SECOND)).isZero();
        assertThat(standstill.look(8, true, 13 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void withoutWorkNothingStandsStill() {
        standstill.look(7, true, 10 * SECOND);
        assertThat(standstill.look(7, false, 11 * SECOND)).isZero();
        assertThat(standstill.look(7, true, 12 * SECOND)).isEqualTo(SECOND);
    }

    /** The process was stopped for a minute, or garbage was collected: that is no stall of ten seconds. */
    @Test
    void aPauseInWhichNobodyLookedCountsForTwoSeconds() {
        standstill.look(7, true, 10 * SECOND);
        assertThat(standstill.look(7, true, 70 * SECOND)).isEqualTo(Standstill.LONGEST_LOOK_NANOS);
    }
}
