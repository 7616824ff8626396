package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** TIMER-1: each timer is pending, taken or cancelled, and the counts say how many. */
class TimerHeapTest {

    private final TimerHeap heap = new TimerHeap();

    @Test
    void takesWhatIsDueAndNoMore() {
        PlainTimer late = add(20);
        PlainTimer first = add(5);
        PlainTimer second = add(10);
        Timer[] due = new Timer[8];

        assertThat(heap.earliest()).isEqualTo(5);
        assertThat(heap.takeDue(4, due)).isZero();
        assertThat(heap.takeDue(10, due)).isEqualTo(2);

        assertThat(due).startsWith(first, second);
        assertThat(late.isPending()).isTrue();
        assertThat(heap.pending()).isEqualTo(1);
        assertThat(heap.started()).isEqualTo(2);
    }

    @Test
    void takesTheNextAtOnceAfterAFew() {
        add(5);
        add(20);
        Timer[] due = new Timer[8];
        assertThat(heap.takeDue(10, due)).isEqualTo(1);

        assertThat(heap.earliest()).isEqualTo(20);
        add(15);
        assertThat(heap.earliest()).isEqualTo(15);
        assertThat(heap.takeDue(20, due)).isEqualTo(2);
        assertThat(heap.earliest()).isEqualTo(TimerHeap.NEVER);
    }

    /** Without memory a timer cannot be fired, and goes back in the batch in which it was taken. */
    @Test
    void whatIsGivenBackIsPendingAgainAndTakenOnceMore() {
        add(1);
        DueBatch due = new DueBatch(4);
        assertThat(heap.takeDue(1, due.timers())).isEqualTo(1);
        PlainTimer unfired = new PlainTimer(1);
        PlainTimer cancelled = new PlainTimer(1);
        due.keep(unfired);
        due.keep(cancelled);
        heap.giveBack(due, 100);

        assertThat(heap.pending()).isEqualTo(2);
        assertThat(heap.all()).containsExactlyInAnyOrder(unfired, cancelled);
        assertThat(cancelled.tryCancel()).isTrue();
        heap.cancelled();
        assertThat(heap.pending()).isEqualTo(1);
        assertThat(heap.earliest()).isEqualTo(100);
        Timer[] again = new Timer[4];
        assertThat(heap.takeDue(99, again)).isZero();
        assertThat(heap.takeDue(100, again)).isEqualTo(1);
        assertThat(again[0]).isSameAs(unfired);
        assertThat(heap.pending()).isZero();
        assertThat(heap.all()).isEmpty();
        assertThat(heap.takeDue(1_000_000_000, again)).isZero();
        assertThat(heap.earliest()).isEqualTo(TimerHeap.NEVER);
    }

    @Test
    void takesNoMoreThanThereIsRoomFor() {
        for (int i = 0; i < 5; i++) {
            add(i);
        }
        Timer[] due = new Timer[3];
        assertThat(heap.takeDue(100, due)).isEqualTo(3);
        assertThat(heap.takeDue(100, due)).isEqualTo(2);
        assertThat(heap.earliest()).isEqualTo(TimerHeap.NEVER);
    }

    @Test
    void restsAfterAFloodUntilManyAreDueAgain() {
        for (int i = 0; i < TimerHeap.FLOOD; i++) {
            add(5);
        }
        add(20);
        Timer[] due = new Timer[100];
        assertThat(heap.takeDue(10, due)).isEqualTo(TimerHeap.FLOOD);

        assertThat(heap.earliest()).isEqualTo(10 + TimerHeap.SLACK_NANOS);
        add(15);
        assertThat(heap.earliest()).isEqualTo(10 + TimerHeap.SLACK_NANOS);
        assertThat(heap.takeDue(9 + TimerHeap.SLACK_NANOS, due)).isZero();
        assertThat(heap.takeDue(10 + TimerHeap.SLACK_NANOS, due)).isEqualTo(2);
    }

    /** A thread that finds husks only has taken nothing, and need not rest. */
    @Test
    void doesNotRestAfterHusks() {
        for (int i = 0; i < TimerHeap.FLOOD; i++) {
            cancel(add(1));
        }
        add(20);
        assertThat(heap.takeDue(5, new Timer[100])).isZero();
        assertThat(heap.earliest()).isEqualTo(20);
    }

    @Test
    void tellsOfAllThatAreHere() {
        PlainTimer taken = add(20_000_000);
        PlainTimer next = add(21_000_000);
        PlainTimer far = add(500_000_000);
        PlainTimer beyond = add(50_000_000_000L);
        Timer[] due = new Timer[1];
        assertThat(heap.takeDue(30_000_000, due)).isEqualTo(1);
        assertThat(due[0]).isSameAs(taken);
        PlainTimer near = add(22_000_000);

        assertThat(heap.all()).containsExactlyInAnyOrder(near, next, far, beyond);
    }

    @Test
    void aCancelledTimerIsNotTaken() {
        PlainTimer cancelled = add(1);
        PlainTimer other = add(2);
        cancel(cancelled);
        Timer[] due = new Timer[3];

        assertThat(heap.pending()).isEqualTo(1);
        assertThat(heap.takeDue(5, due)).isEqualTo(1);
        assertThat(due[0]).isSameAs(other);
        assertThat(heap.pending()).isZero();
    }

    /** Near ones, those in buckets, and those beyond the buckets, against the JDK's heap. */
    @Test
    void takesEachWhenItIsDueHoweverFarAhead() {
        for (int seed = 0; seed < 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            TimerHeap timers = new TimerHeap();
            PriorityQueue<PlainTimer> model = new PriorityQueue<>();
            long now = random.nextLong(20_000_000_000L);
            Timer[] due = new Timer[1_000];
            for (int step = 0; step < 100; step++) {
                now += TimerHeap.SLACK_NANOS + random.nextLong(1L << random.nextInt(10, 36));
                for (int i = random.nextInt(8); i > 0; i--) {
                    PlainTimer timer = new PlainTimer(now + random.nextLong(1L << random.nextInt(10, 40)));
                    assertThat(timers.add(timer, timer.when())).isTrue();
                    model.add(timer);
                }
                if (random.nextInt(4) == 0 && !model.isEmpty()) {
                    PlainTimer victim = random.nextBoolean() ? model.element() : new ArrayList<>(model).get(0);
                    assertThat(victim.tryCancel()).isTrue();
                    timers.cancelled();
                    model.remove(victim);
                }
                assertThat(timers.earliest())
                        .isLessThanOrEqualTo(
                                model.isEmpty()
                                        ? TimerHeap.NEVER
                                        : Math.max(model.element().when(), now + TimerHeap.SLACK_NANOS));
                int taken = timers.takeDue(now, due);
                for (int i = 0; i < taken; i++) {
                    assertThat(due[i]).as("seed %d", seed).isSameAs(takeFrom(model, due[i]));
                }
                assertThat(model.isEmpty() || model.element().when() > now)
                        .as("seed %d", seed)
                        .isTrue();
                assertThat(timers.pending()).isEqualTo(model.size());
            }
        }
    }

    private static PlainTimer takeFrom(PriorityQueue<PlainTimer> model, Timer timer) {
        long first = model.element().when();
        PlainTimer same = (PlainTimer) timer;
        assertThat(same.when()).isEqualTo(first);
        model.remove(same);
        return same;
    }

    @Test
    void aClosedHeapTakesOnlyWhatMustBe() {
        heap.close();
        assertThat(heap.add(new PlainTimer(1), 1)).isFalse();
        assertThat(heap.pending()).isZero();
        heap.addAnyway(new PlainTimer(1), 1);
        assertThat(heap.takeDue(1, new Timer[1])).isEqualTo(1);
    }

    private PlainTimer add(long when) {
        PlainTimer timer = new PlainTimer(when);
        assertThat(heap.add(timer, when)).isTrue();
        return timer;
    }

    private void cancel(PlainTimer timer) {
        assertThat(timer.tryCancel()).isTrue();
        heap.cancelled();
    }
}
