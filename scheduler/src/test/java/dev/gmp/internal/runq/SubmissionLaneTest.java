package dev.gmp.internal.runq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.jdk.ForkedJvm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One lane of the global queue, alone. */
class SubmissionLaneTest {

    private final SubmissionLane<Item> lane = new SubmissionLane<>();

    @Test
    void elementsLeaveInTheOrderTheyCame() {
        lane.offer(new Item(1));
        lane.addAll(Item.batch(2, 3));
        lane.offer(new Item(4));

        assertThat(lane.size()).isEqualTo(4);
        assertThat(drain(3)).containsExactly(1, 2, 3);
        assertThat(lane.size()).isEqualTo(1);
        lane.offer(new Item(5));
        assertThat(drain(Integer.MAX_VALUE)).containsExactly(4, 5);
        assertThat(lane.isEmpty()).isTrue();
    }

    @Test
    void whatIsShownBreaksOffWhereAnElementIsTaken() {
        lane.addAll(Item.batch(1, 10));
        assertThat(lane.showEstimated(item -> true)).isZero();
        assertThat(lane.showEstimated(item -> item.number < 4)).isEqualTo(6);
        drain(1);
        lane.offer(new Item(11));
        List<Integer> shown = new ArrayList<>();
        int leftOut = lane.showEstimated(item -> {
            shown.add(item.number);
            return item.number != 3 || drain(2).size() == 2;
        });
        assertThat(shown).containsExactly(2, 3, 11);
        assertThat(leftOut).isEqualTo(5);
    }

    @Test
    void theHeadIsBeforeWhatWaits() {
        lane.addAll(Item.batch(10, 11));

        lane.addAllFirst(Item.batch(0, 2));

        assertThat(lane.size()).isEqualTo(5);
        assertThat(drain(9)).containsExactly(0, 1, 2, 10, 11);
        assertThat(lane.size()).isZero();
    }

    @Test
    void theHeadIsBeforeWhatConsumersHadBegunToTake() {
        lane.addAll(Item.batch(10, 12));
        assertThat(drain(1)).containsExactly(10);
        lane.offer(new Item(13));

        lane.addAllFirst(Item.batch(0, 1));

        assertThat(lane.size()).isEqualTo(5);
        assertThat(drain(9)).containsExactly(0, 1, 11, 12, 13);
    }

    @Test
    void theHeadOfAnEmptyLaneIsAllThereIs() {
        lane.addAllFirst(Item.batch(1, 2));

        assertThat(lane.size()).isEqualTo(2);
        assertThat(drain(9)).containsExactly(1, 2);
        assertThat(lane.isEmpty()).isTrue();
    }

    @Test
    void aMovedBatchIsEmpty() {
        Batch<Item> tail = Item.batch(1, 2);
        Batch<Item> head = Item.batch(3, 4);

        lane.addAll(tail);
        lane.addAllFirst(head);

        assertThat(tail.isEmpty()).isTrue();
        assertThat(head.isEmpty()).isTrue();
    }

    /** SHUT-1. */
    @Test
    void aClosedLaneRefusesOffersAndCountsNone() {
        assertThat(lane.offer(new Item(1))).isTrue();
        lane.close();

        assertThat(lane.offer(new Item(2))).isFalse();
        assertThat(lane.offered()).isEqualTo(1);
        assertThat(lane.size()).isEqualTo(1);
        assertThat(drain(9)).containsExactly(1);
    }

    @Test
    void aClosedLaneTakesWorkThatWasAcceptedBefore() {
        lane.close();

        lane.addAll(Item.batch(1, 2));
        lane.addAllFirst(Item.batch(0, 0));

        assertThat(drain(9)).containsExactly(0, 1, 2);
        assertThat(lane.offered()).isZero();
    }

    /** With its lock held, by a thread that has just taken the goroutines from somewhere else. */
    @Test
    void theHeadTakesNoMemoryAtTheFirstTime() {
        ForkedJvm.Result result = ForkedJvm.same()
                .with("-cp", ForkedJvm.classPath(), FirstUse.class.getName())
                .run();
        assertThat(result.out()).isEqualTo("0");
    }

    private List<Integer> drain(int most) {
        Batch<Item> taken = new Batch<>();
        lane.drainTo(taken, most);
        return Item.numbers(taken);
    }
}
