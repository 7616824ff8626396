package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.testkit.Checkers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Why {@link LifoRunQueue} is not the deque of Chase and Lev with a thief that takes half: that gives an element to both,
 * in the order of steps shown here.
 */
@Timeout(600)
class HalvedChaseLevTest {

    /** Of three elements the thief takes the two oldest, and the owner, by two takes, the two newest. */
    @Test
    void takingHalfOfAChaseLevDequeGivesAnElementToBoth() {
        HalvedChaseLevDeque deque = new HalvedChaseLevDeque();
        deque.offer(1);
        deque.offer(2);
        deque.offer(3);
        List<Integer> own = new ArrayList<>();
        int[] stolen = deque.stealHalf(() -> {
            own.add(deque.poll());
            own.add(deque.poll());
        });
        assertThat(own).containsExactly(3, 2);
        assertThat(stolen).containsExactly(1, 2);
    }

    @Tag("long")
    @Test
    void theShippedDequeGivesEachToOne() {
        Checkers.everyInterleaving(() -> {
            LifoRunQueue<Item> deque = new LifoRunQueue<>(8);
            deque.offerAll(Item.batch(1, 4));
            List<Integer> stolen = Collections.synchronizedList(new ArrayList<>());
            Thread thief = Checkers.start(() -> {
                LifoRunQueue<Item> loot = new LifoRunQueue<>(8);
                Item newest = deque.stealHalf(loot);
                if (newest != null) {
                    stolen.add(newest.number);
                    stolen.addAll(Item.ring(loot));
                }
            });
            List<Integer> own = new ArrayList<>(Item.ring(deque));
            Checkers.join(thief);
            Checkers.expectOnceEach(1, 4, List.of(stolen, own));
        });
    }
}
