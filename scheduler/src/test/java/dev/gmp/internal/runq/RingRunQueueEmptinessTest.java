package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Together;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A queue is never reported empty while there is something in it, also when that is on its way from runnext to the ring
 * (Go: TestRunqEmpty's idea). A false report would leave a goroutine queued beside an idle processor.
 */
class RingRunQueueEmptinessTest {

    private static final int ROUNDS = Integer.getInteger("gmp.stress.operations", 100_000) / 10;

    private final RingRunQueue<Item> queue = new RingRunQueue<>(4);

    @Test
    void aQueueWithOneMoreElementThanIsTakenIsNeverEmpty() throws Exception {
        SplittableRandom random = new SplittableRandom(42);
        Item[] items = {new Item(0), new Item(1)};
        put(items[0], true);
        boolean[] falselyEmpty = new boolean[1];
        Together.untilFirstEnds(
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        put(items[1], random.nextBoolean());
                        Item taken = random.nextBoolean() ? takeRunNextFirst() : queue.pollAny();
                        items[1] = taken;
                    }
                },
                () -> falselyEmpty[0] |= queue.isEmpty());

        assertThat(falselyEmpty[0]).isFalse();
    }

    private Item takeRunNextFirst() {
        Item next = queue.pollRunNext();
        return next != null ? next : queue.poll();
    }

    private void put(Item item, boolean next) {
        Item toRing = next ? queue.exchangeRunNext(item) : item;
        if (toRing != null) {
            queue.offer(toRing);
        }
    }
}
