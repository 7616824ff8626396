package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A stack, and its bottom. */
class BacklogQueueTest {

    private final BacklogQueue<Item> queue = new BacklogQueue<>();

    @Test
    void theFirstOfABatchIsTopmost() {
        addAll(1, 2, 3);
        addAll(4, 5);

        assertThat(queue.size()).isEqualTo(5);
        assertThat(take(3)).containsExactly(4, 5, 1);
        assertThat(queue.isEmpty()).isFalse();
        assertThat(take(9)).containsExactly(2, 3);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @Test
    void theOldestLiesAtTheBottom() {
        addAll(1, 2, 3);

        assertThat(queue.pollOldest()).hasToString("3");
        assertThat(take(1)).containsExactly(1);
        assertThat(queue.pollOldest()).hasToString("2");
        assertThat(queue.pollOldest()).isNull();
        assertThat(queue.size()).isZero();
        addAll(4);
        assertThat(take(9)).containsExactly(4);
    }

    @Test
    void whatIsShownBreaksOffWhereAnElementIsTaken() {
        addAll(1, 2, 3, 4, 5);
        assertThat(queue.showEstimated(item -> true)).isZero();
        assertThat(queue.showEstimated(item -> item.number < 2)).isEqualTo(3);
        assertThat(queue.showEstimated(item -> take(1).contains(1))).isEqualTo(3);
    }

    /** Both ends against a deque, in an order that is drawn. */
    @Test
    void bothEndsKeepTheOrderWhereverTheyMeet() {
        Random random = new Random(1);
        ArrayDeque<Integer> expected = new ArrayDeque<>();
        int next = 0;
        for (int i = 0; i < 20_000; i++) {
            int drawn = random.nextInt(7);
            if (drawn == 0 || (drawn == 1 && expected.size() < 100)) {
                int[] added = new int[1 + random.nextInt(8)];
                for (int each = added.length - 1; each >= 0; each--) {
                    added[each] = next;
                    expected.addFirst(next++);
                }
                addAll(added);
            } else if (drawn % 2 == 0) {
                Item oldest = queue.pollOldest();
                assertThat(oldest == null ? null : oldest.toString())
                        .isEqualTo(Objects.toString(expected.pollLast(), null));
            } else {
                List<Integer> newest = new ArrayList<>();
                for (int each = Math.min(2, expected.size()); each > 0; each--) {
                    newest.add(expected.removeFirst());
                }
                assertThat(take(2)).isEqualTo(newest);
            }
            assertThat(queue.size()).isEqualTo(expected.size());
        }
    }

    @Test
    void noMoveBeginsAfterTheirEnd() {
        assertThat(queue.tryBeginMove()).isTrue();
        queue.endMoves();
        assertThat(queue.isMoving()).isTrue();
        queue.endMove();
        assertThat(queue.tryBeginMove()).isFalse();
        assertThat(queue.isMoving()).isFalse();
    }

    @Test
    void nothingAddedIsNothing() {
        addAll();

        assertThat(queue.isEmpty()).isTrue();
        assertThat(take(1)).isEmpty();
        assertThat(queue.pollOldest()).isNull();
    }

    /** Sysmon adds and takes from the top, while submitting threads take from the bottom to discard. */
    @Test
    void eachIsTakenOnce() throws InterruptedException {
        int count = 20_000;
        AtomicInteger[] taken = new AtomicInteger[count];
        for (int i = 0; i < count; i++) {
            taken[i] = new AtomicInteger();
        }
        CountDownLatch begin = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger(count);
        Thread discarding = new Thread(() -> {
            await(begin);
            while (left.get() > 0) {
                Item oldest = queue.pollOldest();
                if (oldest != null) {
                    taken[oldest.number].incrementAndGet();
                    left.decrementAndGet();
                }
            }
        });
        discarding.start();
        begin.countDown();
        for (int i = 0; i < count; i += 10) {
            Batch<Item> batch = Item.batch(i, i + 9);
            queue.addAll(batch);
            queue.drainTo(batch, 5);
            for (int number : Item.numbers(batch)) {
                taken[number].incrementAndGet();
                left.decrementAndGet();
            }
        }
        discarding.join();

        assertThat(taken).allMatch(times -> times.get() == 1);
        assertThat(queue.size()).isZero();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void addAll(int... numbers) {
        Batch<Item> batch = new Batch<>();
        for (int number : numbers) {
            batch.add(new Item(number));
        }
        queue.addAll(batch);
        assertThat(batch.isEmpty()).isTrue();
    }

    private List<Integer> take(int most) {
        Batch<Item> batch = new Batch<>();
        queue.drainTo(batch, most);
        return Item.numbers(batch);
    }
}
