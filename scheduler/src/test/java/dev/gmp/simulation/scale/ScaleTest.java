package dev.gmp.simulation.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gmp.simulation.scale.Scale.Figures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task costs as processors grow, by counts of accesses; {@code docs/benchmarks/scale.md} has all figures. */
@Timeout(300)
class ScaleTest {

    private static final int FEW = 4;
    private static final int MANY = 256;

    private static final Scale SCALE = new Scale();

    @Tag("long")
    @Test
    void aForkedTaskWritesNoMoreOnManyProcessors() {
        double few = SCALE.run("forkTree", FEW).writes();
        double many = SCALE.run("forkTree", MANY).writes();

        assertThat(many).isCloseTo(few, within(few / 10));
    }

    /** With all other processors idle, and with all of them busy. */
    @ParameterizedTest
    @ValueSource(strings = {"trickle", "hogs"})
    void aSearchThatFindsNothingReadsWordsForQueues(String load) {
        long few = SCALE.run(load, FEW).search();
        long many = SCALE.run(load, MANY).search();

        assertThat(few).isPositive();
        assertThat(many).isLessThanOrEqualTo(8 * few);
    }

    @Tag("long")
    @Test
    void twoRunsCountTheSame() {
        Figures first = SCALE.run("submitFromOutside", FEW);

        assertThat(new Scale().run("submitFromOutside", FEW)).isEqualTo(first);
    }
}
