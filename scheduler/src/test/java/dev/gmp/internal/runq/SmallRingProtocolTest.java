package dev.gmp.internal.runq;

import dev.gmp.testkit.Checkers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A ring of four that overflows while two thieves halve it: in every interleaving each element comes out once. */
@Tag("long")
@Timeout(600)
class SmallRingProtocolTest {

    @Test
    void nothingIsLostOrDoubled() {
        Checkers.everyInterleaving(SmallRingProtocolTest::overflowBesideThieves);
    }

    private static void overflowBesideThieves() {
        LocalRunQueue<Item> queue = new RingRunQueue<>(4);
        List<Integer> loot = new ArrayList<>();
        List<Integer> otherLoot = new ArrayList<>();
        List<Integer> overflow = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            queue.offer(new Item(number));
        }
        Thread thief = Checkers.start(() -> steal(queue, loot));
        Thread otherThief = Checkers.start(() -> steal(queue, otherLoot));
        for (int number = 3; number < 7; number++) {
            put(queue, new Item(number), overflow);
        }
        Checkers.join(thief);
        Checkers.join(otherThief);
        Checkers.expectOnceEach(0, 6, List.of(loot, otherLoot, overflow, Item.ring(queue)));
    }

    private static void put(LocalRunQueue<Item> queue, Item item, List<Integer> overflow) {
        while (!queue.offer(item)) {
            Batch<Item> half = queue.tryTakeHalf(item);
            if (half != null) {
                overflow.addAll(Item.numbers(half));
                return;
            }
        }
    }

    private static void steal(LocalRunQueue<Item> queue, List<Integer> loot) {
        LocalRunQueue<Item> own = new RingRunQueue<>(4);
        Item last = queue.stealHalf(own);
        loot.addAll(Item.ring(own));
        if (last != null) {
            loot.add(last.number);
        }
    }
}
