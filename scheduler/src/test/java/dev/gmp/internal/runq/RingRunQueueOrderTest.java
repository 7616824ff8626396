package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes into a ring comes out in that order, however full it is and wherever its indices stand. */
class RingRunQueueOrderTest {

    private final RingRunQueue<Item> queue = new RingRunQueue<>();

    /** Go: TestRunqSanity's idea, at every fill. The ring is moved on by each round, so every slot is a first slot once. */
    @Test
    void firstInIsFirstOutAtEveryFill() {
        for (int fill = 0; fill <= RingRunQueue.CAPACITY; fill++) {
            offerAll(fill);

            assertThat(queue.estimatedSize()).isEqualTo(fill);
            assertThat(queue.isRingEmpty()).isEqualTo(fill == 0);
            assertThat(queue.isEmpty()).isEqualTo(fill == 0);
            assertThat(Item.ring(queue)).isEqualTo(upTo(fill));
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void aFullRingRefusesOneMoreAndKeepsWhatItHas() {
        offerAll(RingRunQueue.CAPACITY);

        assertThat(queue.offer(new Item(-1))).isFalse();
        assertThat(Item.ring(queue)).isEqualTo(upTo(RingRunQueue.CAPACITY));
    }

    @Test
    void aRefusedElementFitsAsSoonAsOneHasLeft() {
        offerAll(RingRunQueue.CAPACITY);
        queue.poll();

        assertThat(queue.offer(new Item(RingRunQueue.CAPACITY))).isTrue();
        assertThat(queue.offer(new Item(-1))).isFalse();
        assertThat(Item.ring(queue)).isEqualTo(upTo(RingRunQueue.CAPACITY + 1).subList(1, 257));
    }

    /** Head and tail count for ever and pass the largest int in a long life. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MAX_VALUE - 100, -1, -100, -256})
    void indicesMayWrapAround(int start) {
        queue.head = start;
        queue.tail = start;
        for (int fill : new int[] {1, 100, 255, 256}) {
            offerAll(fill);
            assertThat(queue.estimatedSize()).isEqualTo(fill);
            if (fill == RingRunQueue.CAPACITY) {
                assertThat(queue.offer(new Item(-1))).isFalse();
            }
            assertThat(Item.ring(queue)).isEqualTo(upTo(fill));
        }
    }

    @Test
    void aBatchMovesInInOrderAsFarAsThereIsRoom() {
        offerAll(200);
        Batch<Item> batch = Item.batch(200, 299);

        queue.offerAll(batch);

        assertThat(Item.numbers(batch)).isEqualTo(upTo(300).subList(256, 300));
        assertThat(Item.ring(queue)).isEqualTo(upTo(256));
    }

    @ParameterizedTest
    @ValueSource(ints = {-4, 0, 1, 2, 3, 5, 6, 255})
    void aCapacityThatIsNoPowerOfTwoOfAtLeastFourIsRefused(int capacity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RingRunQueue<Item>(capacity))
                .withMessageContaining(Integer.toString(capacity));
    }

    private void offerAll(int count) {
        for (int number = 0; number < count; number++) {
            assertThat(queue.offer(new Item(number))).isTrue();
        }
    }

    private static List<Integer> upTo(int end) {
        return IntStream.range(0, end).boxed().toList();
    }
}
