package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.runq.BacklogQueue.End;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two ends, and a middle where they meet. */
class BacklogQueueTest {

    private final BacklogQueue<Item> queue = new BacklogQueue<>();

    @Test
    void isTakenFromBothEnds() {
        addAll(1, 2, 3, 4, 5);

        assertThat(take(2, End.OLDEST)).containsExactly(1, 2);
        assertThat(take(1, End.NEWEST)).containsExactly(5);
        assertThat(queue.size()).isEqualTo(2);
        assertThat(take(9, End.OLDEST)).containsExactly(3);
        assertThat(queue.isEmpty(End.OLDEST)).isTrue();
        assertThat(queue.isEmpty(End.NEWEST)).isFalse();
        assertThat(queue.isEmpty()).isFalse();
        assertThat(take(9, End.NEWEST)).containsExactly(4);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @Test
    void whatComesLaterIsNewer() {
        addAll(1, 2, 3, 4);
        addAll(5, 6);

        assertThat(take(3, End.NEWEST)).containsExactly(6, 5, 4);
        assertThat(take(9, End.OLDEST)).containsExactly(1, 2);
        addAll(7);
        assertThat(take(9, End.OLDEST)).containsExactly(7);
        assertThat(take(9, End.NEWEST)).containsExactly(3);
    }

    @Test
    void countsItsOlderHalf() {
        addAll(1, 2, 3, 4);
        take(1, End.OLDEST);

        assertThat(queue.estimatedAdded()).isEqualTo(2);
        assertThat(queue.estimatedTaken()).isEqualTo(1);
    }

    @Test
    void nothingAddedIsNothing() {
        addAll();

        assertThat(queue.isEmpty()).isTrue();
        assertThat(take(1, End.OLDEST)).isEmpty();
        assertThat(take(1, End.NEWEST)).isEmpty();
    }

    private void addAll(int... numbers) {
        Batch<Item> batch = new Batch<>();
        for (int number : numbers) {
            batch.add(new Item(number));
        }
        queue.addAll(batch);
        assertThat(batch.isEmpty()).isTrue();
    }

    private List<Integer> take(int most, End end) {
        Batch<Item> batch = new Batch<>();
        queue.drainTo(batch, most, end);
        List<Integer> numbers = new ArrayList<>();
        for (Item each = batch.remove(); each != null; each = batch.remove()) {
            numbers.add(each.number);
        }
        return numbers;
    }
}
