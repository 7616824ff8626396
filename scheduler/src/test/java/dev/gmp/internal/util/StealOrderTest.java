package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thief's walk visits every processor once, whatever the random number (Go: TestStealOrder's idea). */
class StealOrderTest {

    static IntStream sizes() {
        return IntStream.concat(IntStream.rangeClosed(1, 64), IntStream.of(97, 100, 128, 1024));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void everyProcessorIsVisitedOnce(int size) {
        StealOrder order = new StealOrder(size);
        SplittableRandom random = new SplittableRandom(size);
        IntStream numbers = IntStream.concat(
                IntStream.of(0, 1, -1, size, -size, Integer.MAX_VALUE, Integer.MIN_VALUE),
                IntStream.generate(random::nextInt).limit(200));

        assertThat(order.size()).isEqualTo(size);
        numbers.forEach(number -> assertThat(walk(order, number))
                .as("walk for %d of %d", number, size)
                .hasSize(size)
                .allMatch(position -> position >= 0 && position < size));
    }

    /** A walk that always began at the same place, or always went the same way, would send all thieves to one victim. */
    @Test
    void walksBeginEverywhereAndStrideDifferently() {
        StealOrder order = new StealOrder(8);
        SplittableRandom random = new SplittableRandom(1);
        Set<Integer> starts = new TreeSet<>();
        Set<Integer> strides = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            int number = random.nextInt();
            starts.add(order.start(number));
            strides.add(order.stride(number));
        }

        assertThat(starts).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(strides).containsExactly(1, 3, 5, 7);
    }

    private static Set<Integer> walk(StealOrder order, int random) {
        Set<Integer> visited = new HashSet<>();
        int stride = order.stride(random);
        int position = order.start(random);
        for (int i = 0; i < order.size(); i++) {
            visited.add(position);
            position = order.next(position, stride);
        }
        return visited;
    }
}
