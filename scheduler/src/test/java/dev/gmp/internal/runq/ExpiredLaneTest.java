package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Those that have used up a time slice come last, one by one, and are otherwise as good as all others. */
class ExpiredLaneTest {

    private final GlobalRunQueue<Item> queue = new GlobalRunQueue<>(2);

    @Test
    void theyCanBeAskedFor() {
        queue.add(new Item(1), 7);
        assertThat(queue.pollExpired()).isNull();
        queue.addExpired(new Item(2));

        assertThat(queue.pollExpired().number).isEqualTo(2);
        assertThat(queue.pollExpired()).isNull();
    }

    @Test
    void aBatchHasNone() {
        LocalRunQueue<Item> local = new RingRunQueue<>(8);
        for (int i = 0; i < 3; i++) {
            queue.addExpired(new Item(i));
        }
        queue.add(new Item(10), 7);
        queue.add(new Item(11), 7);

        assertThat(queue.pollBatch(local, 1, 0).number).isEqualTo(10);
        assertThat(local.poll().number).isEqualTo(11);
        assertThat(queue.pollBatch(local, 1, 0)).isNull();
        assertThat(queue.poll(0)).isNull();
        assertThat(queue.isEmpty()).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(queue.pollExpired().number).isEqualTo(i);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void theyAreSeenCountedAndDrained() {
        queue.addExpired(new Item(1));
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.size()).isEqualTo(1);
        queue.add(new Item(2), 7);
        assertThat(queue.size()).isEqualTo(2);

        Batch<Item> drained = new Batch<>();
        queue.drainTo(drained, 2, 0);
        List<Integer> values = new ArrayList<>();
        for (Item each = drained.remove(); each != null; each = drained.remove()) {
            values.add(each.number);
        }
        assertThat(values).containsExactly(2, 1);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }
}
