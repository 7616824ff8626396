package dev.gmp.internal.runq;

import dev.gmp.testkit.Checkers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Stealing half of a ring is atomic beside an owner and other thieves. The ring is larger than what is ever put into it: a
 * thief decides by the size it saw, and an owner that meanwhile found the ring full could tell.
 */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class RingStealHalfLincheckTest {

    private static final String OWNER = "owner";

    private final LocalRunQueue<Item> queue = new RingRunQueue<>(32);

    @Operation(nonParallelGroup = OWNER)
    public void offer(@Param(name = "value") int value) {
        queue.offer(new Item(value));
    }

    @Operation(nonParallelGroup = OWNER)
    public int pollByOwner() {
        Item oldest = queue.poll();
        return oldest == null ? 0 : oldest.number;
    }

    @Operation
    public List<Integer> stealHalf() {
        LocalRunQueue<Item> thief = new RingRunQueue<>(32);
        Item last = queue.stealHalf(thief);
        List<Integer> loot = Item.ring(thief);
        if (last != null) {
            loot.add(last.number);
        }
        return loot;
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    /** A deque that is halved. */
    public static final class Specification {

        private final Deque<Integer> ring = new ArrayDeque<>();

        public void offer(int value) {
            ring.add(value);
        }

        public int pollByOwner() {
            return ring.isEmpty() ? 0 : ring.remove();
        }

        public List<Integer> stealHalf() {
            List<Integer> loot = new ArrayList<>();
            int half = ring.size() - ring.size() / 2;
            for (int i = 0; i < half; i++) {
                loot.add(ring.remove());
            }
            return loot;
        }
    }
}
