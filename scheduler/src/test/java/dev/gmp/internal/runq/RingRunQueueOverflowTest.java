package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A full ring gives half of itself and the element that found no room to the global queue (Go: runqputslow). */
class RingRunQueueOverflowTest {

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 256})
    void halfOfTheRingAndTheNewElementLeaveInOrder(int capacity) {
        RingRunQueue<Item> queue = full(capacity);

        Batch<Item> batch = queue.tryTakeHalf(new Item(capacity));

        List<Integer> expected = new ArrayList<>(range(0, capacity / 2));
        expected.add(capacity);
        assertThat(batch).isNotNull();
        assertThat(batch.size()).isEqualTo(capacity / 2 + 1);
        assertThat(Item.numbers(batch)).isEqualTo(expected);
        assertThat(Item.ring(queue)).isEqualTo(range(capacity / 2, capacity));
    }

    @Test
    void goMoves129() {
        Batch<Item> batch = full(RingRunQueue.CAPACITY).tryTakeHalf(new Item(-1));

        assertThat(batch).isNotNull();
        assertThat(batch.size()).isEqualTo(129);
    }

    @Test
    void nothingLeavesARingThatHasRoomAgain() {
        RingRunQueue<Item> queue = full(4);
        queue.poll();

        assertThat(queue.tryTakeHalf(new Item(4))).isNull();
        assertThat(Item.ring(queue)).isEqualTo(range(1, 4));
    }

    @Test
    void runnextStaysWhereItIs() {
        RingRunQueue<Item> queue = full(4);
        Item next = new Item(99);
        queue.exchangeRunNext(next);

        queue.tryTakeHalf(new Item(4));

        assertThat(queue.peekRunNext()).isSameAs(next);
    }

    private static RingRunQueue<Item> full(int capacity) {
        RingRunQueue<Item> queue = new RingRunQueue<>(capacity);
        for (int number = 0; number < capacity; number++) {
            assertThat(queue.offer(new Item(number))).isTrue();
        }
        return queue;
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
