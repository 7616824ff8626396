package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order holds for each submitting thread, whichever lane it has; the head is for what came before everything else. */
class GlobalRunQueueOrderTest {

    private final GlobalRunQueue<Item> queue = new GlobalRunQueue<>(4);

    @ParameterizedTest
    @ValueSource(ints = {-100, -1, 0, 1, 2, 3, 100, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void eachThreadsElementsLeaveInItsOrderFromAnyLaneOn(int cursor) {
        int threads = 20;
        int each = 50;
        for (int i = 0; i < each; i++) {
            for (int thread = 0; thread < threads; thread++) {
                queue.offer(new Item(thread * each + i), thread);
            }
        }
        assertThat(queue.size()).isEqualTo(threads * each);

        List<Integer> all = drain(cursor);

        assertThat(all).hasSize(threads * each).doesNotHaveDuplicates();
        for (int thread = 0; thread < threads; thread++) {
            int from = thread * each;
            assertThat(all.stream().filter(n -> n >= from && n < from + each).toList())
                    .isEqualTo(IntStream.range(from, from + each).boxed().toList());
        }
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, Integer.MIN_VALUE})
    void aBatchAtTheHeadIsTheFirstThatItsCursorFinds(int cursor) {
        for (int thread = 0; thread < 100; thread++) {
            queue.add(new Item(100 + thread), thread);
        }

        queue.addAllFirst(Item.batch(0, 2), cursor);

        assertThat(queue.size()).isEqualTo(103);
        assertThat(drain(cursor)).startsWith(0, 1, 2).hasSize(103);
    }

    @Test
    void anEmptyBatchChangesNothing() {
        queue.addAll(new Batch<>(), 1);
        queue.addAllFirst(new Batch<>(), 0);

        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.poll(0)).isNull();
    }

    @Test
    void aDrainTakesNoMoreThanItWasAskedFor() {
        for (int thread = 0; thread < 100; thread++) {
            queue.add(new Item(thread), thread);
        }
        Batch<Item> taken = new Batch<>();

        queue.drainTo(taken, 42, 3);

        assertThat(taken.size()).isEqualTo(42);
        assertThat(queue.size()).isEqualTo(58);
    }

    @Test
    void workThatWasAcceptedBeforeIsNotCountedAsOffered() {
        queue.offer(new Item(1), 1);
        queue.add(new Item(2), 2);
        queue.addAll(Item.batch(3, 9), 3);
        queue.addAllFirst(Item.batch(10, 20), 0);

        assertThat(queue.offered()).isEqualTo(1);
        assertThat(queue.estimatedAdded(1)).isEqualTo(1);
    }

    private List<Integer> drain(int cursor) {
        List<Integer> numbers = new ArrayList<>();
        for (Item item = queue.poll(cursor); item != null; item = queue.poll(cursor)) {
            numbers.add(item.number);
        }
        return numbers;
    }
}
