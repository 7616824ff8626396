package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cancelled timers stay for a while, and the count of them says when they are thrown out. */
class TimerHusksTest {

    /** More than 32 are thrown out, if they are more than a third of what is pending. */
    private static final int FEW = 32;

    private final TimerHeap heap = new TimerHeap();

    @Test
    void husksAreAtMostAQuarterAndAFew() {
        List<PlainTimer> timers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            timers.addAll(add(1, i));
        }
        Collections.shuffle(timers, new java.util.Random(1));
        int left = timers.size();
        for (PlainTimer timer : timers) {
            cancel(timer);
            left--;
            assertThat(heap.all().size() - left).isLessThanOrEqualTo(34 + left / 3);
        }
        assertThat(heap.pending()).isZero();
    }

    @Test
    void fewHusksStay() {
        List<PlainTimer> timers = add(FEW + 8, 1_000);
        timers.subList(0, FEW).forEach(this::cancel);
        assertThat(heap.all()).hasSize(FEW + 8);

        cancel(timers.get(FEW));

        assertThat(heap.all()).containsExactlyInAnyOrderElementsOf(timers.subList(FEW + 1, FEW + 8));
    }

    @Test
    void husksStayWhereManyArePending() {
        List<PlainTimer> timers = add(132, 1_000);
        timers.subList(0, 33).forEach(this::cancel);
        assertThat(heap.all()).hasSize(132);

        cancel(timers.get(33));

        assertThat(heap.all()).hasSize(98);
    }

    /** In the heap, in the bucket whose time has come, and in those whose time has not. */
    @Test
    void husksAreThrownOutWhereverTheyAreAndNotCountedAgain() {
        List<PlainTimer> timers = add(12, 20_000_000);
        assertThat(heap.takeDue(20_000_000, new Timer[1])).isEqualTo(1);
        timers.remove(0);
        timers.addAll(add(11, 21_000_000));
        timers.addAll(add(11, 500_000_000));
        PlainTimer kept = add(1, 600_000_000).get(0);
        timers.forEach(this::cancel);

        assertThat(heap.all()).containsExactly(kept);
        assertThat(heap.earliest()).isEqualTo(600_000_000);
        assertCountedFromZero();
    }

    @Test
    void husksThatAreMetWhenTheyWouldBeDueAreNotCountedAgain() {
        add(20, 1_000).forEach(this::cancel);
        assertThat(heap.takeDue(5_000, new Timer[1])).isZero();

        assertCountedFromZero();
    }

    @Test
    void husksInABucketThatFollowsAnotherAreNotCountedAgain() {
        add(1, 20_000_000);
        add(20, 40_000_000).forEach(this::cancel);
        add(1, 41_000_000);
        assertThat(heap.takeDue(50_000_000, new Timer[8])).isEqualTo(2);

        assertCountedFromZero();
    }

    @Test
    void husksAloneAreThrownOutOnRequest() {
        add(2, 1_000).forEach(this::cancel);
        add(2, 20_000_000).forEach(this::cancel);
        add(2, Long.MAX_VALUE / 2).forEach(this::cancel);

        heap.dropHusksAlone();

        assertThat(heap.all()).isEmpty();
        assertThat(heap.earliest()).isEqualTo(TimerHeap.NEVER);
        assertCountedFromZero();
    }

    /** A walk past all of them would cost too much, and one that is pending has to be waited for anyway. */
    @Test
    void husksBesideAPendingTimerStay() {
        cancel(add(1, 1_000).get(0));
        add(1, 20_000_000);

        heap.dropHusksAlone();

        assertThat(heap.all()).hasSize(2);
        assertThat(heap.earliest()).isEqualTo(1_000);
    }

    private void assertCountedFromZero() {
        int before = heap.all().size();
        List<PlainTimer> timers = add(FEW + 1, 1_000_000_000);
        timers.subList(0, FEW).forEach(this::cancel);
        assertThat(heap.all()).hasSize(before + FEW + 1);

        cancel(timers.get(FEW));

        assertThat(heap.all()).hasSize(before);
    }

    private List<PlainTimer> add(int count, long when) {
        List<PlainTimer> timers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            PlainTimer timer = new PlainTimer(when);
            assertThat(heap.add(timer, when)).isTrue();
            timers.add(timer);
        }
        return timers;
    }

    private void cancel(PlainTimer timer) {
        assertThat(timer.tryCancel()).isTrue();
        heap.cancelled();
    }
}
