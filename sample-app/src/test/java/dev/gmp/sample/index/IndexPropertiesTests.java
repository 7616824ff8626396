package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class IndexPropertiesTests {

    @Test
    void aSettingOutOfRangeIsNamedWithItsValueAndItsRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(DataSize.ofMegabytes(1), 10, 0))
                .withMessage("sample.index.in-flight is 0; it must be from 1 to 1000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(DataSize.ofGigabytes(1), 10, 1))
                .withMessage("sample.index.max-file-size is 1073741824; it must be from 1 to 268435456");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(DataSize.ofMegabytes(1), 0, 1))
                .withMessageContaining("sample.index.max-files is 0");
    }

    @Test
    void withoutALimitTheCorpusMayTakeAThirdOfTheHeap() {
        assertThat(properties(DataSize.ofMegabytes(1), 1, 1).memoryLimit())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 3);
    }

    @Test
    void theIntervalIsASecondToAYear() {
        for (Duration bad : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(366)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            new IndexProperties(null, true, bad, DataSize.ofMegabytes(1), null, 1, 1, Set.of(), null))
                    .withMessage("sample.index.reindex-interval in seconds is " + bad.toSeconds()
                            + "; it must be from 1 to 31536000");
        }
    }

    private static IndexProperties properties(DataSize largest, int files, int inFlight) {
        return new IndexProperties(null, true, Duration.ofHours(1), largest, null, files, inFlight, Set.of(), null);
    }
}
