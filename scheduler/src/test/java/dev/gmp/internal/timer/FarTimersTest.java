package dev.gmp.internal.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Buckets of 2^24 nanoseconds, 256 of them, and what lies beyond. */
class FarTimersTest {

    private static final long BUCKET = 1 << 24;

    private final FarTimers far = new FarTimers();
    private final NextTimers next = new NextTimers();
    private final FourAryHeap heap = new FourAryHeap();

    @Test
    void whatIsDueInTheCurrentBucketOrBeforeBelongsIntoTheHeap() {
        assertThat(far.tryAdd(new PlainTimer(0), BUCKET - 1)).isFalse();
        assertThat(all()).isEmpty();
        assertThat(far.earliest()).isEqualTo(TimerHeap.NEVER);

        PlainTimer timer = add(BUCKET);
        assertThat(all()).containsExactly(timer);
        assertThat(far.earliest()).isEqualTo(BUCKET);
    }

    @Test
    void aBucketIsMovedWhenItsTimeHasCome() {
        PlainTimer first = add(3 * BUCKET + 5);
        add(3 * BUCKET + 7).tryCancel();
        PlainTimer second = add(4 * BUCKET);
        PlainTimer third = add(70 * BUCKET);

        assertThat(moveDue(3 * BUCKET - 1)).isZero();
        assertThat(next.isEmpty()).isTrue();
        assertThat(moveDue(4 * BUCKET)).isEqualTo(1);
        assertThat(next.removeFirst()).isSameAs(first);
        assertThat(next.isEmpty()).isTrue();
        assertThat(all()).containsExactly(second, third);
        assertThat(far.earliest()).isEqualTo(4 * BUCKET);

        assertThat(moveDue(4 * BUCKET)).isZero();
        assertThat(next.removeFirst()).isSameAs(second);
        assertThat(all()).containsExactly(third);
        assertThat(far.earliest()).isEqualTo(70 * BUCKET);
        assertThat(heap.size()).isZero();
    }

    @Test
    void aBucketOfHusksIsPassedOver() {
        add(3 * BUCKET).tryCancel();
        add(4 * BUCKET).tryCancel();
        PlainTimer live = add(5 * BUCKET);

        assertThat(moveDue(6 * BUCKET)).isEqualTo(2);

        assertThat(next.removeFirst()).isSameAs(live);
        assertThat(all()).isEmpty();
    }

    @Test
    void theBucketsGoRound() {
        assertThat(moveDue(200 * BUCKET)).isZero();
        PlainTimer timer = add(300 * BUCKET);
        assertThat(far.earliest()).isEqualTo(300 * BUCKET);

        assertThat(moveDue(300 * BUCKET)).isZero();

        assertThat(next.removeFirst()).isSameAs(timer);
        assertThat(heap.size()).isZero();
    }

    /** Which is when half of the buckets would have to go by until it is due; it is not touched before. */
    @Test
    void whatWasBeyondTheBucketsIsDistributedInTime() {
        PlainTimer timer = add(300 * BUCKET);
        add(310 * BUCKET).tryCancel();

        assertThat(moveDue(172 * BUCKET)).isZero();
        assertThat(all()).hasSize(2);
        assertThat(far.earliest()).isEqualTo(300 * BUCKET);
        assertThat(moveDue(173 * BUCKET)).isEqualTo(1);
        assertThat(all()).containsExactly(timer);
        assertThat(far.earliest()).isEqualTo(300 * BUCKET);

        assertThat(moveDue(300 * BUCKET)).isZero();
        assertThat(next.removeFirst()).isSameAs(timer);
        assertThat(heap.size()).isZero();
    }

    @Test
    void whatWasBeyondTheBucketsAndIsDueSoonGoesIntoTheHeap() {
        PlainTimer timer = add(300 * BUCKET);

        assertThat(moveDue(300 * BUCKET)).isZero();

        assertThat(heap.first()).isSameAs(timer);
        assertThat(all()).isEmpty();
        assertThat(far.earliest()).isEqualTo(TimerHeap.NEVER);
    }

    @Test
    void husksAreSwept() {
        add(70 * BUCKET).tryCancel();
        add(70 * BUCKET + 1).tryCancel();
        PlainTimer kept = add(80 * BUCKET + 2);
        add(80 * BUCKET + 1).tryCancel();
        add(500 * BUCKET).tryCancel();
        PlainTimer beyond = add(600 * BUCKET);

        assertThat(far.sweep()).isEqualTo(4);

        assertThat(all()).containsExactly(beyond, kept);
        assertThat(far.earliest()).isEqualTo(80 * BUCKET + 2);
        assertThat(far.sweep()).isZero();
        assertThat(kept.tryCancel()).isTrue();
        assertThat(far.sweep()).isEqualTo(1);
        assertThat(far.earliest()).isEqualTo(600 * BUCKET);
    }

    /** Neither is it forgotten meanwhile. */
    @Test
    void whatCouldNotBeDistributedForLackOfMemoryIsDistributedLater() {
        Starved starved = addStarved();
        PlainTimer husk = add(301 * BUCKET);
        PlainTimer timer = add(302 * BUCKET);
        assertStarves(starved);

        assertThat(all()).containsExactlyInAnyOrder(starved, husk, timer);
        assertThat(far.earliest()).isEqualTo(300 * BUCKET);

        PlainTimer beyond = add(900 * BUCKET);
        assertThat(moveDue(200 * BUCKET)).isZero();
        assertThat(all()).containsExactlyInAnyOrder(starved, husk, timer, beyond);
        assertThat(husk.tryCancel()).isTrue();
        assertThat(far.sweep()).isEqualTo(1);
        assertThat(moveDue(302 * BUCKET)).isZero();
        assertThat(next.removeFirst()).isSameAs(starved);
        assertThat(moveDue(302 * BUCKET)).isZero();
        assertThat(next.removeFirst()).isSameAs(timer);
        assertThat(all()).containsExactly(beyond);
    }

    @Test
    void whatWaitsToBeDistributedIsSweptToo() {
        Starved starved = addStarved();
        assertStarves(starved);
        starved.pending = false;

        assertThat(far.sweep()).isEqualTo(1);
        assertThat(all()).isEmpty();
        assertThat(far.earliest()).isEqualTo(TimerHeap.NEVER);
    }

    private PlainTimer add(long when) {
        PlainTimer timer = new PlainTimer(when);
        assertThat(far.tryAdd(timer, when)).isTrue();
        return timer;
    }

    private Starved addStarved() {
        Starved timer = new Starved();
        assertThat(far.tryAdd(timer, 300 * BUCKET)).isTrue();
        return timer;
    }

    private void assertStarves(Starved timer) {
        timer.starving = true;
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> moveDue(200 * BUCKET));
        timer.starving = false;
    }

    private int moveDue(long now) {
        return far.moveDue(now, next, heap);
    }

    private List<Timer> all() {
        List<Timer> all = new ArrayList<>();
        far.forEach(all::add);
        return all;
    }

    /** Stands for an allocation that fails while it is moved. */
    private static final class Starved implements Timer {

        private boolean starving;
        private boolean pending = true;

        @Override
        public boolean isPending() {
            if (starving) {
                throw new OutOfMemoryError("as the test wants it");
            }
            return pending;
        }

        @Override
        public boolean tryTake() {
            return pending;
        }

        @Override
        public boolean startsGoroutine() {
            return false;
        }

        @Override
        public void fire() {}
    }
}
