package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With times made up. */
class EventBudgetTest {

    private final EventBudget budget = new EventBudget();

    /** Also where the clock is about to wrap. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000, Integer.MAX_VALUE - 50, Integer.MIN_VALUE})
    void aBurstIsToldAndThenOneInAPeriod(int start) {
        assertThat(taken(start, 1_000)).isEqualTo(EventBudget.MOST);
        assertThat(taken(start + EventBudget.PERIOD_MICROS - 1, 10)).isZero();
        assertThat(taken(start + EventBudget.PERIOD_MICROS, 10)).isEqualTo(1);
        assertThat(taken(start + 4 * EventBudget.PERIOD_MICROS + 50, 10)).isEqualTo(3);
        assertThat(taken(start + 5 * EventBudget.PERIOD_MICROS, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {EventBudget.MOST * EventBudget.PERIOD_MICROS, Integer.MAX_VALUE})
    void aQuietTimeFillsIt(int quietMicros) {
        taken(0, 1_000);
        assertThat(taken(quietMicros, 1_000)).isEqualTo(EventBudget.MOST);
    }

    /** What the quiet time had too much is not saved up. */
    @Test
    void aPeriodBeginsAfterAQuietTime() {
        int quietMicros = EventBudget.MOST * EventBudget.PERIOD_MICROS + 50;
        taken(0, 1_000);
        assertThat(taken(quietMicros, 1_000)).isEqualTo(EventBudget.MOST);
        assertThat(taken(quietMicros + EventBudget.PERIOD_MICROS - 1, 10)).isZero();
        assertThat(taken(quietMicros + EventBudget.PERIOD_MICROS, 10)).isEqualTo(1);
    }

    private int taken(int nowMicros, int attempts) {
        int taken = 0;
        for (int i = 0; i < attempts; i++) {
            taken += budget.tryTake(nowMicros) ? 1 : 0;
        }
        return taken;
    }
}
