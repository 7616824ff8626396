package dev.gmp.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AbPlanTest {
    @Test
    void eachJarComesFirstInHalfOfThePairs() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(order(10, seed)).satisfies(order -> {
                assertThat(Collections.frequency(order, true)).isEqualTo(5);
                assertThat(Collections.frequency(order, false)).isEqualTo(5);
            });
            assertThat(Collections.frequency(order(3, seed), true)).isBetween(1, 2);
        }
    }

    @Test
    void theSeedDrawsTheOrder() {
        Set<List<Boolean>> orders =
                LongStream.range(0, 100).mapToObj(seed -> order(10, seed)).collect(Collectors.toSet());

        assertThat(orders).hasSizeGreaterThan(50);
        assertThat(order(10, 42)).isEqualTo(order(10, 42));
        assertThat(LongStream.range(0, 100).mapToObj(seed -> order(1, seed))).contains(List.of(true), List.of(false));
    }

    private static List<Boolean> order(int pairs, long seed) {
        return new AbPlan(Path.of("old.jar"), Path.of("new.jar"), List.of(), pairs, 2, false, seed).oldFirst();
    }
}
