package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap against the JDK's, through random additions, removals and cleanings of all sizes. */
class FourAryHeapTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 17, 100, 1_000})
    void givesTheEarliestFirst(int largest) {
        for (int seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            FourAryHeap heap = new FourAryHeap();
            PriorityQueue<PlainTimer> model = new PriorityQueue<>();
            for (int step = 0; step < 4 * largest; step++) {
                int action = random.nextInt(20);
                if (action < 11 && model.size() < largest) {
                    PlainTimer timer = new PlainTimer(random.nextLong(-5, largest));
                    heap.add(timer, timer.when());
                    model.add(timer);
                } else if (action < 18 && !model.isEmpty()) {
                    assertThat(heap.firstWhen()).isEqualTo(model.element().when());
                    assertThat(model.remove((PlainTimer) heap.first())).isTrue();
                    heap.removeFirst();
                } else if (action == 19) {
                    model.forEach(timer -> {
                        if (random.nextInt(3) != 0) {
                            timer.tryCancel();
                        }
                    });
                    model.removeIf(timer -> !timer.isPending());
                    heap.retainPending();
                }
                assertThat(heap.size()).isEqualTo(model.size());
            }
            while (!model.isEmpty()) {
                assertThat(heap.firstWhen()).isEqualTo(model.element().when());
                assertThat(model.remove((PlainTimer) heap.first())).isTrue();
                heap.removeFirst();
            }
            assertThat(heap.size()).isZero();
        }
    }

    @Test
    void memoryIsGivenBackWhenFewAreLeft() {
        FourAryHeap heap = new FourAryHeap();
        List<PlainTimer> timers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            timers.add(new PlainTimer(i));
            heap.add(timers.get(i), i);
        }
        cancel(timers, 48);
        heap.retainPending();
        assertThat(heap.capacity()).isEqualTo(64);

        cancel(timers, 49);
        heap.retainPending();

        assertThat(heap.capacity()).isEqualTo(30);
        List<Timer> left = new ArrayList<>();
        heap.forEach(left::add);
        assertThat(left).containsExactlyInAnyOrderElementsOf(timers.subList(49, 64));
        timers.forEach(PlainTimer::tryCancel);
        heap.retainPending();
        assertThat(heap.capacity()).isEqualTo(16);
        assertThat(heap.size()).isZero();
    }

    private static void cancel(List<PlainTimer> timers, int first) {
        timers.subList(0, first).forEach(PlainTimer::tryCancel);
    }
}
