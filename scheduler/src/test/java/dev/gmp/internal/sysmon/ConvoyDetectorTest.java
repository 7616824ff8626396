package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Twelve long ones among at most twenty are a convoy. */
class ConvoyDetectorTest {

    private final ConvoyDetector slices = new ConvoyDetector();

    @Test
    void fewerThanTwelveAreNoConvoy() {
        assertThat(slices.areMost(1)).isFalse();
        for (int i = 1; i < 12; i++) {
            slices.add(i);
        }
        assertThat(slices.areMost(11)).isFalse();
        slices.add(12);
        assertThat(slices.areMost(12)).isTrue();
    }

    @Test
    void theConvoyEndsWhenOthersBegin() {
        addTwelve(100, 0);
        assertThat(slices.areMost(120)).isTrue();
        assertThat(slices.areMost(121)).isFalse();
    }

    @Test
    void onlyTheLastTwelveCount() {
        addTwelve(100, 0);
        addTwelve(1_000, 10);
        assertThat(slices.areMost(1_110)).isFalse();
        addTwelve(1_111, 1);
        assertThat(slices.areMost(1_122)).isTrue();
    }

    /** Else all that wait would be set aside now and then, for as long as others come. */
    @Test
    void aMixIsNoConvoy() {
        SplittableRandom random = new SplittableRandom(1);
        for (int slice = 0; slice < 5_000_000; slice++) {
            if (random.nextInt(20) == 0) {
                slices.add(slice);
                assertThat(slices.areMost(slice)).isFalse();
            }
        }
    }

    private void addTwelve(long first, long step) {
        for (int i = 0; i < 12; i++) {
            slices.add(first + i * step);
        }
    }
}
