package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Four long ones among at most sixteen are a row. */
class LongSlicesTest {

    private final LongSlices slices = new LongSlices();

    @Test
    void fewerThanFourAreNoRow() {
        assertThat(slices.areMost(1)).isFalse();
        slices.add(1);
        slices.add(2);
        slices.add(3);
        assertThat(slices.areMost(3)).isFalse();
        slices.add(4);
        assertThat(slices.areMost(4)).isTrue();
    }

    @Test
    void theRowEndsWhenOthersBegin() {
        for (int i = 0; i < 4; i++) {
            slices.add(100);
        }
        assertThat(slices.areMost(116)).isTrue();
        assertThat(slices.areMost(117)).isFalse();
    }

    @Test
    void onlyTheLastFourCount() {
        for (int i = 0; i < 4; i++) {
            slices.add(100);
        }
        for (int i = 0; i < 4; i++) {
            slices.add(1_000 + 10 * i);
        }
        assertThat(slices.areMost(1_030)).isFalse();
        slices.add(1_031);
        slices.add(1_032);
        slices.add(1_033);
        assertThat(slices.areMost(1_033)).isTrue();
    }
}
