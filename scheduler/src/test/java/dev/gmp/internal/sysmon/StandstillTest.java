package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.sysmon.StallWatchdog.Standstill;
import org.junit.jupiter.api.Test;

/** With times made up: only what was seen to stand still counts. */
class StandstillTest {

    private static final long SECOND = 1_000_000_000L;

    private final Standstill standstill = new Standstill();

    @Test
    void workThatIsNotBegunStandsStill() {
        assertThat(tick(7, true, 10 * SECOND)).isZero();
        assertThat(tick(7, true, 11 * SECOND)).isEqualTo(SECOND);
        assertThat(tick(7, true, 12 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void progressEndsIt() {
        tick(7, true, 10 * SECOND);
        tick(7, true, 11 * SECOND);
        assertThat(tick(8, true, 12 * SECOND)).isZero();
        assertThat(tick(8, true, 13 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void withoutWorkNothingStandsStill() {
        tick(7, true, 10 * SECOND);
        assertThat(tick(7, false, 11 * SECOND)).isZero();
        assertThat(tick(7, true, 12 * SECOND)).isEqualTo(SECOND);
    }

    /** The process was stopped for a minute, or garbage was collected: that is no stall of ten seconds. */
    @Test
    void aPauseBetweenTicksCountsForTwoSeconds() {
        tick(7, true, 10 * SECOND);
        assertThat(tick(7, true, 70 * SECOND)).isEqualTo(Standstill.LONGEST_TICK_NANOS);
    }

    private long tick(long progress, boolean workWaits, long now) {
        standstill.tick(progress, workWaits, now);
        return standstill.nanos();
    }
}
