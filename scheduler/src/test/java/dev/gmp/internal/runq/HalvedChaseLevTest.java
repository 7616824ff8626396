package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.testkit.Checkers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Why {@link LifoRunQueue} is not the deque of Chase and Lev with a thief that takes half: that gives an element to both,
 * which the same protocol shows at once. A check that could not see it would prove nothing for the shipped one.
 */
@Timeout(600)
class HalvedChaseLevTest {

    /** Of three elements the thief takes the two oldest, and the owner, by two takes, the two newest. Ends when found. */
    @Test
    void takingHalfOfAChaseLevDequeGivesAnElementToBoth() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(100_000, () -> {
                    HalvedChaseLevDeque deque = new HalvedChaseLevDeque();
                    deque.offer(1);
                    deque.offer(2);
                    deque.offer(3);
                    int[][] stolen = new int[1][];
                    Thread thief = Checkers.start(() -> stolen[0] = deque.stealHalf());
                    deque.poll();
                    int second = deque.poll();
                    Checkers.join(thief);
                    Checkers.expect(second != 2 || stolen[0].length < 2, "both have 2");
                }))
                .hasMessageContaining("both have 2");
    }

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
