package dev.gmp.internal.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Go: TestStealOrder's idea: a walk over those that may hold something visits each of them once, and no other. */
class OccupancyTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 33, 63, 64, 65, 128, 200, 1024})
    void aWalkVisitsThoseThatAreSet(int size) {
        Occupancy occupancy = new Occupancy(size);
        BitSet expected = new BitSet();
        SplittableRandom random = new SplittableRandom(size);
        for (int step = 0; step < 2_000; step++) {
            int index = random.nextInt(size);
            if (random.nextBoolean()) {
                occupancy.set(index);
                expected.set(index);
            } else {
                occupancy.clear(index);
                expected.clear(index);
            }
            int from = random.nextInt(size);
            int end = random.nextInt(from, size + 1);
            assertThat(walk(occupancy, from, end)).isEqualTo(between(expected, from, end));
            assertThat(occupancy.next(0, size) == size).isEqualTo(expected.isEmpty());
        }
    }

    @Test
    void changesOfNeighboursAreNotLost() throws InterruptedException {
        Occupancy occupancy = new Occupancy(64);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int index = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 100_000; i++) {
                    occupancy.set(index);
                    occupancy.clear(index);
                }
                occupancy.set(index);
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(walk(occupancy, 0, 64).cardinality()).isEqualTo(threads.length);
    }

    private static BitSet walk(Occupancy occupancy, int from, int end) {
        BitSet visited = new BitSet();
        for (int index = occupancy.next(from, end); index < end; index = occupancy.next(index + 1, end)) {
            assertThat(visited.get(index)).isFalse();
            visited.set(index);
        }
        return visited;
    }

    private static BitSet between(BitSet all, int from, int end) {
        BitSet some = (BitSet) all.clone();
        some.clear(0, from);
        some.clear(end, Math.max(end, all.length()));
        return some;
    }
}
