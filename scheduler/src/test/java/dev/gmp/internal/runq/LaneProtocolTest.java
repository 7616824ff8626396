package dev.gmp.internal.runq;

import static dev.gmp.testkit.Checkers.expect;

import dev.gmp.testkit.Checkers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** LANE-1 and exactly-once of a lane with several consumers, in every interleaving of small protocols. */
@Tag("long")
@Timeout(600)
class LaneProtocolTest {

    @Test
    void aLaneIsNeverReportedEmptyWhileAnEarlierElementIsInIt() {
        Checkers.everyInterleaving(() -> observeBeside(lane -> {
            lane.offer(new Item(3));
            lane.drainTo(new Batch<>(), 1);
        }));
    }

    /** What is put at the head passes the elements that came before it. */
    @Test
    void norWhileOthersPassItAtTheHead() {
        Checkers.everyInterleaving(() -> observeBeside(lane -> {
            lane.addAllFirst(Item.batch(3, 4));
            lane.drainTo(new Batch<>(), 2);
        }));
    }

    @Test
    void consumersShareWithoutLossAndEachInOrder() {
        Checkers.everyInterleaving(LaneProtocolTest::consumeBesideAProducer);
    }

    private interface Use {
        void of(SubmissionLane<Item> lane);
    }

    /** The second of two elements stays in the lane whatever {@code use} takes from its front. */
    private static void observeBeside(Use use) {
        SubmissionLane<Item> lane = new SubmissionLane<>();
        lane.addAll(Item.batch(1, 2));
        Thread other = Checkers.start(() -> use.of(lane));
        boolean empty = lane.isEmpty();
        Checkers.join(other);
        expect(!empty, "reported empty");
    }

    private static void consumeBesideAProducer() {
        SubmissionLane<Item> lane = new SubmissionLane<>();
        lane.addAll(Item.batch(1, 2));
        List<Integer> others = new ArrayList<>();
        Thread consumer = Checkers.start(() -> others.addAll(drain(lane, 2)));
        Thread producer = Checkers.start(() -> {
            lane.offer(new Item(3));
            lane.offer(new Item(4));
        });
        List<Integer> mine = drain(lane, 2);
        Checkers.join(consumer);
        Checkers.join(producer);
        expect(isSorted(mine) && isSorted(others), "out of order: " + mine + others);
        Checkers.expectOnceEach(1, 4, List.of(mine, others, drain(lane, 9)));
        expect(lane.isEmpty(), "reported full");
    }

    private static boolean isSorted(List<Integer> numbers) {
        return numbers.equals(numbers.stream().sorted().toList());
    }

    private static List<Integer> drain(SubmissionLane<Item> lane, int most) {
        Batch<Item> taken = new Batch<>();
        lane.drainTo(taken, most);
        return Item.numbers(taken);
    }
}
