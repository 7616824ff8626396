package dev.gmp.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
    @Test
    void isInTheMiddle() {
        assertThat(Median.of(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Median.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3);
    }

    @Test
    void thereIsNoneOfNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Median.of(List.of()));
    }
}
