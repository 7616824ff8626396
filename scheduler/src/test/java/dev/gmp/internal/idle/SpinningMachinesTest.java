package dev.gmp.internal.idle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** The count of machines that look for work. */
class SpinningMachinesTest {

    private final SpinningMachines spinning = new SpinningMachines();

    @Test
    void onlyTheFirstBecomesTheOnlyOne() {
        assertThat(spinning.any()).isFalse();

        assertThat(spinning.tryBecomeOnly()).isTrue();
        assertThat(spinning.tryBecomeOnly()).isFalse();

        assertThat(spinning.any()).isTrue();
        assertThat(spinning.count()).isEqualTo(1);
    }

    @Test
    void theThreadThatCountsOutTheLastIsTold() {
        spinning.tryBecomeOnly();
        spinning.increment();

        assertThat(spinning.decrement()).isFalse();
        assertThat(spinning.decrement()).isTrue();
        assertThat(spinning.any()).isFalse();
    }

    @Test
    void countingBelowZeroIsAnError() {
        assertThatIllegalStateException().isThrownBy(spinning::decrement);
    }
}
