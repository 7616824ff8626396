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
 * Every operation of a ring of four is atomic: one owner, and thieves that take single elements. What a thief of half a
 * ring takes depends on the size it saw, therefore that has {@link RingStealHalfLincheckTest} to itself.
 */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class RingRunQueueLincheckTest {

    private static final String OWNER = "owner";

    private final RingRunQueue<Item> queue = new RingRunQueue<>(4);

    @Operation(nonParallelGroup = OWNER)
    public boolean offer(@Param(name = "value") int value) {
        return queue.offer(new Item(value));
    }

    @Operation(nonParallelGroup = OWNER)
    public List<Integer> tryTakeHalf(@Param(name = "value") int value) {
        Batch<Item> half = queue.tryTakeHalf(new Item(value));
        return half == null ? List.of() : Item.numbers(half);
    }

    @Operation(nonParallelGroup = OWNER)
    public int exchangeRunNext(@Param(name = "value") int value) {
        return number(queue.exchangeRunNext(new Item(value)));
    }

    @Operation(nonParallelGroup = OWNER)
    public int offerAll(@Param(name = "value") int value) {
        Batch<Item> batch = Item.batch(value, value + 1);
        queue.offerAll(batch);
        return batch.size();
    }

    @Operation
    public int poll() {
        return number(queue.poll());
    }

    @Operation
    public int pollRunNext() {
        while (queue.peekRunNext() != null) {
            Item taken = queue.pollRunNext();
            if (taken != null) {
                return taken.number;
            }
        }
        return 0;
    }

    @Operation
    public int stealRunNext() {
        for (Item seen = queue.peekRunNext(); seen != null; seen = queue.peekRunNext()) {
            if (queue.trySteal(seen)) {
                return seen.number;
            }
        }
        return 0;
    }

    @Operation
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Operation
    public boolean isRingEmpty() {
        return queue.isRingEmpty();
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    private static int number(Item item) {
        return item == null ? 0 : item.number;
    }

    /** A deque and a slot. */
    public static final class Specification {

        private final Deque<Integer> ring = new ArrayDeque<>();
        private int runNext;

        public boolean offer(int value) {
            return ring.size() < 4 && ring.add(value);
        }

        public List<Integer> tryTakeHalf(int value) {
            List<Integer> half = new ArrayList<>();
            if (ring.size() == 4) {
                half.add(ring.remove());
                half.add(ring.remove());
                half.add(value);
            }
            return half;
        }

        public int exchangeRunNext(int value) {
            int displaced = runNext;
            runNext = value;
            return displaced;
        }

        public int offerAll(int value) {
            int left = 2;
            for (int number = value; number <= value + 1; number++) {
                left -= offer(number) ? 1 : 0;
            }
            return left;
        }

        public int poll() {
            return ring.isEmpty() ? 0 : ring.remove();
        }

        public int pollRunNext() {
            return exchangeRunNext(0);
        }

        public int stealRunNext() {
            return exchangeRunNext(0);
        }

        public boolean isEmpty() {
            return ring.isEmpty() && runNext == 0;
        }

        public boolean isRingEmpty() {
            return ring.isEmpty();
        }
    }
}
