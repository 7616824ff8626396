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
 * A lane is an atomic queue for many producers and one consumer, close included. With several consumers a drain may pass
 * by when another is at it: {@link LaneProtocolTest} checks what is promised then.
 */
@Tag("long")
@Timeout(600)
@Param(name = "value", gen = IntGen.class, conf = "1:9")
public class SubmissionLaneLincheckTest {

    private static final String CONSUMER = "consumer";

    private final SubmissionLane<Item> lane = new SubmissionLane<>();

    @Operation
    public boolean offer(@Param(name = "value") int value) {
        return lane.offer(new Item(value));
    }

    @Operation
    public void addAll(@Param(name = "value") int value) {
        lane.addAll(Item.batch(value, value + 1));
    }

    @Operation(runOnce = true)
    public void close() {
        lane.close();
    }

    /** What {@link SubmissionLane#close} promises: the count is final when it returns. */
    @Operation(runOnce = true)
    public long closeAndCount() {
        lane.close();
        return lane.offered();
    }

    @Operation(nonParallelGroup = CONSUMER)
    public List<Integer> drain(@Param(name = "value") int most) {
        Batch<Item> taken = new Batch<>();
        lane.drainTo(taken, most);
        return Item.numbers(taken);
    }

    @Operation(nonParallelGroup = CONSUMER)
    public boolean isEmpty() {
        return lane.isEmpty();
    }

    @Operation(nonParallelGroup = CONSUMER)
    public void addAllFirst(@Param(name = "value") int value) {
        lane.addAllFirst(Item.batch(value, value + 1));
    }

    @Test
    void everyOperationIsAtomic() {
        Checkers.check(getClass(), Specification.class);
    }

    /** A deque with a door. */
    public static final class Specification {

        private final Deque<Integer> elements = new ArrayDeque<>();
        private boolean closed;
        private long offered;

        public boolean offer(int value) {
            if (!closed) {
                elements.add(value);
                offered++;
            }
            return !closed;
        }

        public void addAll(int value) {
            elements.add(value);
            elements.add(value + 1);
        }

        public void close() {
            closed = true;
        }

        public long closeAndCount() {
            closed = true;
            return offered;
        }

        public List<Integer> drain(int most) {
            List<Integer> taken = new ArrayList<>();
            while (taken.size() < most && !elements.isEmpty()) {
                taken.add(elements.remove());
            }
            return taken;
        }

        public boolean isEmpty() {
            return elements.isEmpty();
        }

        public void addAllFirst(int value) {
            elements.addFirst(value + 1);
            elements.addFirst(value);
        }
    }
}
