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
 * STEAL-1: every operation is atomic, with one owner and thieves that take one or half. The ring is larger than what is
 * ever put into it: while a thief copies, the owner has less room than the size tells. That thief also makes others find
 * nothing, which try again here.
 */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class LifoRunQueueLincheckTest {

    private static final String OWNER = "owner";

    private final LifoRunQueue<Item> queue = new LifoRunQueue<>(32);

    @Operation(nonParallelGroup = OWNER)
    public void offer(@Param(name = "value") int value) {
        queue.offer(new Item(value));
    }

    @Operation(nonParallelGroup = OWNER)
    public void offerAll(@Param(name = "value") int value) {
        queue.offerAll(Item.batch(value, value + 1));
    }

    @Operation(nonParallelGroup = OWNER)
    public int poll() {
        Item newest = queue.poll();
        return newest == null ? 0 : newest.number;
    }

    @Operation
    public int pollOldest() {
        Item oldest = queue.pollOldest();
        return oldest == null ? 0 : oldest.number;
    }

    @Operation
    public List<Integer> stealHalf() {
        LifoRunQueue<Item> thief = new LifoRunQueue<>(32);
        while (!queue.isEmpty()) {
            Item newest = queue.stealHalf(thief);
            if (newest != null) {
                List<Integer> loot = new ArrayList<>(List.of(newest.number));
                loot.addAll(Item.ring(thief));
                return loot;
            }
        }
        return List.of();
    }

    @Operation
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    /** A deque: the owner's end is the last. */
    public static class Specification {

        private final Deque<Integer> deque = new ArrayDeque<>();

        public void offer(int value) {
            deque.addLast(value);
        }

        public void offerAll(int value) {
            deque.addLast(value + 1);
            deque.addLast(value);
        }

        public int poll() {
            return deque.isEmpty() ? 0 : deque.removeLast();
        }

        public int pollOldest() {
            return deque.isEmpty() ? 0 : deque.removeFirst();
        }

        public List<Integer> stealHalf() {
            List<Integer> loot = new ArrayList<>();
            int half = deque.size() - deque.size() / 2;
            for (int i = 0; i < half; i++) {
                loot.add(0, deque.removeFirst());
            }
            return loot;
        }

        public boolean isEmpty() {
            return deque.isEmpty();
        }
    }
}
