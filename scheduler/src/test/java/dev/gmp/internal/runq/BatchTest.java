package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Elements that move together keep their order and their number. */
class BatchTest {

    @Test
    void elementsLeaveInTheOrderTheyCame() {
        Batch<Item> batch = Item.batch(1, 3);

        assertThat(batch.size()).isEqualTo(3);
        assertThat(Item.numbers(batch)).isEqualTo(List.of(1, 2, 3));
        assertThat(batch.size()).isZero();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.remove()).isNull();
    }

    @Test
    void anEmptiedBatchTakesElementsAgain() {
        Batch<Item> batch = Item.batch(1, 1);
        batch.remove();
        batch.add(new Item(2));
        batch.add(new Item(3));

        assertThat(Item.numbers(batch)).isEqualTo(List.of(2, 3));
    }

    @Test
    void anElementThatMovesToAnotherBatchTakesNoOtherWithIt() {
        Batch<Item> from = Item.batch(1, 3);
        Batch<Item> to = new Batch<>();

        to.add(from.remove());

        assertThat(Item.numbers(to)).isEqualTo(List.of(1));
        assertThat(Item.numbers(from)).isEqualTo(List.of(2, 3));
    }

    @Test
    void anElementIsForgottenByItsPredecessorWhenItLeaves() {
        Batch<Item> batch = new Batch<>();
        Item first = new Item(1);
        batch.add(first);
        batch.add(new Item(2));

        batch.remove();

        assertThat(first.next).isNull();
    }

    @Test
    void aClearedBatchIsEmpty() {
        Batch<Item> batch = Item.batch(1, 3);

        batch.clear();

        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.remove()).isNull();
    }
}
