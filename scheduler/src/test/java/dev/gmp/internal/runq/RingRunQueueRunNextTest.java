package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The slot before the ring: one element, exchanged by its owner, taken by a thread that saw exactly that element. */
class RingRunQueueRunNextTest {

    private final RingRunQueue<Item> queue = new RingRunQueue<>(4);
    private final Item one = new Item(1);
    private final Item two = new Item(2);

    @Test
    void theNewElementTakesTheSlotAndTheOldOneIsGivenBack() {
        assertThat(queue.exchangeRunNext(one)).isNull();
        assertThat(queue.exchangeRunNext(two)).isSameAs(one);
        assertThat(queue.peekRunNext()).isSameAs(two);
    }

    @Test
    void theOwnerTakesItOnce() {
        queue.exchangeRunNext(one);

        assertThat(queue.pollRunNext()).isSameAs(one);
        assertThat(queue.pollRunNext()).isNull();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void aThiefGetsOnlyWhatItSaw() {
        queue.exchangeRunNext(one);
        Item seen = queue.peekRunNext();
        queue.exchangeRunNext(two);

        assertThat(queue.trySteal(seen)).isFalse();
        assertThat(queue.trySteal(two)).isTrue();
        assertThat(queue.trySteal(two)).isFalse();
    }

    @Test
    void theSlotCountsForEmptinessAndSizeButNotForTheRing() {
        queue.exchangeRunNext(one);

        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.isRingEmpty()).isTrue();
        assertThat(queue.estimatedSize()).isEqualTo(1);

        queue.offer(two);

        assertThat(queue.estimatedSize()).isEqualTo(2);
        assertThat(queue.isRingEmpty()).isFalse();
    }

    @Test
    void theRingDoesNotGiveTheSlotAway() {
        queue.exchangeRunNext(one);

        assertThat(queue.poll()).isNull();
        assertThat(queue.stealHalf(new RingRunQueue<>(4))).isNull();
        assertThat(queue.peekRunNext()).isSameAs(one);
    }

    @Test
    void anyTakesTheRingFirstAndThenTheSlot() {
        queue.exchangeRunNext(one);
        queue.offer(two);

        assertThat(queue.pollAny()).isSameAs(two);
        assertThat(queue.pollAny()).isSameAs(one);
        assertThat(queue.pollAny()).isNull();
    }
}
