package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The owner takes the newest, thieves take the oldest, at every fill and wherever the indices stand. */
class LifoRunQueueTest {

    private final LifoRunQueue<Item> queue = new LifoRunQueue<>(256);
    private final LifoRunQueue<Item> thief = new LifoRunQueue<>(256);

    @Test
    void theOwnerTakesTheNewestAtEveryFill() {
        for (int fill = 0; fill <= 256; fill++) {
            offerAll(fill);

            assertThat(queue.estimatedSize()).isEqualTo(fill);
            assertThat(queue.isEmpty()).isEqualTo(fill == 0);
            assertThat(Item.ring(queue)).isEqualTo(downFrom(fill));
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void anyThreadMayTakeTheOldest() {
        offerAll(3);

        assertThat(queue.pollOldest()).hasToString("0");
        assertThat(queue.pollAny()).hasToString("1");
        assertThat(queue.pollOldest()).hasToString("2");
        assertThat(queue.pollOldest()).isNull();
    }

    @Test
    void aFullOneRefusesOneMoreAndKeepsWhatItHas() {
        offerAll(256);

        assertThat(queue.offer(new Item(-1))).isFalse();
        assertThat(Item.ring(queue)).isEqualTo(downFrom(256));
    }

    @Test
    void roomIsMadeByTakingTheOldestHalf() {
        offerAll(256);

        Batch<Item> half = queue.tryTakeHalf(new Item(256));

        assertThat(half).isNotNull();
        assertThat(Item.numbers(half)).isEqualTo(IntStream.range(0, 128).boxed().toList());
        assertThat(Item.ring(queue)).isEqualTo(downFrom(257).subList(0, 129));
    }

    @Test
    void nothingIsTakenWhereThereIsRoomAgain() {
        offerAll(255);

        assertThat(queue.tryTakeHalf(new Item(255))).isNull();
        assertThat(queue.estimatedSize()).isEqualTo(255);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 255, 256})
    void aThiefTakesTheOldestHalfAndRunsTheNewestOfThem(int fill) {
        offerAll(fill);
        int half = fill - fill / 2;

        assertThat(queue.stealHalf(thief)).hasToString(String.valueOf(half - 1));
        assertThat(Item.ring(thief)).isEqualTo(downFrom(half).subList(1, half));
        assertThat(Item.ring(queue)).isEqualTo(downFrom(fill).subList(0, fill - half));
    }

    @Test
    void thereIsNothingToStealFromAnEmptyOne() {
        assertThat(queue.stealHalf(thief)).isNull();
        assertThat(thief.isEmpty()).isTrue();
    }

    @Test
    void aBatchLeavesInItsOwnOrder() {
        queue.offer(new Item(9));
        queue.offerAll(Item.batch(0, 4));

        assertThat(Item.ring(queue)).containsExactly(0, 1, 2, 3, 4, 9);
    }

    @Test
    void whatDoesNotFitStaysInTheBatch() {
        offerAll(254);
        Batch<Item> batch = Item.batch(0, 4);
        queue.offerAll(batch);

        assertThat(Item.numbers(batch)).containsExactly(2, 3, 4);
        assertThat(Item.ring(queue)).startsWith(0, 1, 253).hasSize(256);
    }

    /** The indices have 16 bits each: more than 65,536 elements pass each end, stolen and taken by the owner. */
    @Test
    void indicesMayWrapAround() {
        for (int round = 0; round < 2_000; round++) {
            offerAll(100);
            assertThat(queue.stealHalf(thief)).hasToString("49");
            assertThat(Item.ring(thief)).hasSize(49);
            assertThat(queue.estimatedSize()).isEqualTo(50);
            assertThat(Item.ring(queue)).hasSize(50).startsWith(99).endsWith(50);
        }
    }

    @Test
    void thereIsNoPlaceBeforeTheNewest() {
        Item item = new Item(1);

        assertThat(queue.exchangeRunNext(item)).isSameAs(item);
        assertThat(queue.peekRunNext()).isNull();
        assertThat(queue.pollRunNext()).isNull();
        assertThat(queue.trySteal(item)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3, 100, 65_536})
    void theCapacityIsAPowerOfTwoThatItsIndicesCanCount(int capacity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LifoRunQueue<Item>(capacity))
                .withMessageContaining("but was " + capacity);
    }

    private void offerAll(int count) {
        for (int number = 0; number < count; number++) {
            assertThat(queue.offer(new Item(number))).isTrue();
        }
    }

    private static List<Integer> downFrom(int count) {
        return IntStream.range(0, count).map(i -> count - 1 - i).boxed().toList();
    }
}
