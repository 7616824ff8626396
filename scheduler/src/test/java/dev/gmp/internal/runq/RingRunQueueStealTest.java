package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A thief takes n - n/2 of n, the oldest ones, and runs the last of them at once (Go: runqsteal, runqgrab). */
class RingRunQueueStealTest {

    /** Go: TestRunqStealSanity's idea: the size of the loot at every fill, and none is there twice or nowhere. */
    @Test
    void halfRoundedUpMovesAtEveryFill() {
        RingRunQueue<Item> victim = new RingRunQueue<>();
        RingRunQueue<Item> thief = new RingRunQueue<>();
        for (int fill = 0; fill <= RingRunQueue.CAPACITY; fill++) {
            for (int number = 0; number < fill; number++) {
                victim.offer(new Item(number));
            }

            Item toRun = victim.stealHalf(thief);

            int stolen = fill - fill / 2;
            if (stolen == 0) {
                assertThat(toRun).isNull();
            } else {
                assertThat(toRun).isNotNull();
                assertThat(toRun.number).isEqualTo(stolen - 1);
            }
            assertThat(Item.ring(thief)).isEqualTo(range(0, stolen - 1));
            assertThat(Item.ring(victim)).isEqualTo(range(stolen, fill));
        }
    }

    @Test
    void theLootGoesBehindNothingAndWrapsAroundInTheThievesRing() {
        RingRunQueue<Item> victim = new RingRunQueue<>(8);
        RingRunQueue<Item> thief = new RingRunQueue<>(8);
        thief.head = Integer.MAX_VALUE;
        thief.tail = Integer.MAX_VALUE;
        victim.head = -3;
        victim.tail = -3;
        for (int number = 0; number < 8; number++) {
            victim.offer(new Item(number));
        }

        assertThat(victim.stealHalf(thief)).hasToString("3");
        assertThat(Item.ring(thief)).isEqualTo(range(0, 3));
        assertThat(Item.ring(victim)).isEqualTo(range(4, 8));
    }

    @Test
    void theVictimsSlotIsNotPartOfTheRing() {
        RingRunQueue<Item> victim = new RingRunQueue<>(4);
        victim.exchangeRunNext(new Item(9));
        victim.offer(new Item(1));
        victim.offer(new Item(2));

        assertThat(victim.stealHalf(new RingRunQueue<>(4))).hasToString("1");
        assertThat(victim.peekRunNext()).hasToString("9");
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, Math.max(from, to)).boxed().toList();
    }
}
