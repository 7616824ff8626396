package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a processor takes at once: n = min(128, size, size / procs + 1) (Go: globrunqgetbatch). */
class GlobalRunQueueBatchTest {

    private static final long THREAD = 7;

    private final GlobalRunQueue<Item> queue = new GlobalRunQueue<>(2);
    private final LocalRunQueue<Item> local = new RingRunQueue<>();

    @ParameterizedTest
    @CsvSource({
        // size, procs, taken
        "0, 1, 0",
        "1, 1, 1",
        "2, 1, 2",
        "127, 1, 127",
        "128, 1, 128",
        "1000, 1, 128",
        "1, 4, 1",
        "3, 4, 1",
        "4, 4, 2",
        "7, 4, 2",
        "8, 4, 3",
        "507, 4, 127",
        "508, 4, 128",
        "512, 4, 128",
        "100000, 4, 128",
        "1000, 1000, 2",
    })
    void aProcessorTakesItsShare(int size, int procs, int taken) {
        queue.addAll(Item.batch(0, size - 1), THREAD);

        Item first = queue.pollBatch(local, procs, 0);

        List<Integer> all = new ArrayList<>();
        if (first != null) {
            all.add(first.number);
        }
        all.addAll(Item.ring(local));
        assertThat(all).isEqualTo(range(0, taken));
        assertThat(queue.size()).isEqualTo(size - taken);
    }

    @ParameterizedTest
    @CsvSource({
        // size, procs, taken
        "1, 1, 1",
        "16, 1, 16",
        "17, 1, 17",
        "1000, 1, 17",
        "1000, 4, 17",
        "20, 4, 6",
    })
    void withTheNewestFirstOneRunsAndUpToSixteenMoreCome(int size, int procs, int taken) {
        LocalRunQueue<Item> deque = new LifoRunQueue<>(LocalRunQueue.CAPACITY);
        queue.addAll(Item.batch(0, size - 1), THREAD);

        assertThat(queue.pollBatch(deque, procs, 0)).hasToString("0");

        assertThat(Item.ring(deque)).isEqualTo(range(1, taken));
        assertThat(queue.size()).isEqualTo(size - taken);
    }

    @Test
    void theShareIsCountedOverAllLanes() {
        for (int thread = 0; thread < 100; thread++) {
            queue.add(new Item(thread), thread);
        }

        queue.pollBatch(local, 4, 0);

        assertThat(local.estimatedSize()).isEqualTo(25);
        assertThat(queue.size()).isEqualTo(74);
    }

    @Test
    void aSmallRingGetsHalfOfItsCapacityAtMost() {
        LocalRunQueue<Item> small = new RingRunQueue<>(4);
        queue.addAll(Item.batch(0, 99), THREAD);

        assertThat(queue.pollBatch(small, 1, 0)).hasToString("0");

        assertThat(Item.ring(small)).containsExactly(1);
        assertThat(queue.size()).isEqualTo(98);
    }

    /** A ring that is fuller than promised loses nothing: what does not fit stays at the head. */
    @Test
    void whatDoesNotFitGoesBackToTheHead() {
        for (int number = 0; number < LocalRunQueue.CAPACITY - 10; number++) {
            local.offer(new Item(-1));
        }
        queue.addAll(Item.batch(0, 199), THREAD);

        assertThat(queue.pollBatch(local, 1, 0)).hasToString("0");

        assertThat(Item.ring(local)).endsWith(9, 10).hasSize(LocalRunQueue.CAPACITY);
        assertThat(queue.size()).isEqualTo(189);
        List<Integer> rest = new ArrayList<>();
        for (Item item = queue.poll(0); item != null; item = queue.poll(0)) {
            rest.add(item.number);
        }
        assertThat(rest).containsExactlyElementsOf(range(11, 200));
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
