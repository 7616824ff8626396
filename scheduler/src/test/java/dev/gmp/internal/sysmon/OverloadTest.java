package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which goroutines go to the backlog, and when they come back, on a clock of its own and on no thread. */
class OverloadTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int PROCS = 2;
    private static final int BOUND = Overload.BOUND * PROCS;

    /** From here on, only those that were deferred since are tried. */
    private static final int HALF_OF_RESERVE = BOUND + BOUND / 2;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(PROCS), LocalRunQueue.CAPACITY);
    private final Overload overload = ProtocolState.overload(state);
    private long now = System.nanoTime();

    @BeforeEach
    void letAMachineSpin() {
        state.idle().spinning().increment(); // so that no machine is woken: there are no machines here
    }

    @Test
    void belowTheBoundTheOrderStays() {
        List<Goroutine> waiting = queue(5);
        overrun(BOUND - 1);

        assertThat(runAll()).isEqualTo(waiting);
        assertThat(overload.deferred()).isZero();
    }

    @Test
    void fromTheBoundOnWhatWaitsIsDeferred() {
        queue(5);
        offerLocally(0, 3);
        offerLocally(1, 2);
        overrun(BOUND);

        assertThat(state.queues().backlog().size()).isEqualTo(10);
        assertThat(state.queues().global().isEmpty()).isTrue();
        assertThat(state.processors().get(0).queue().isEmpty()).isTrue();
        assertThat(state.processors().get(1).queue().isEmpty()).isTrue();
        assertThat(overload.deferred()).isEqualTo(10);
        assertThat(state.queues().globalDepth()).isEqualTo(10);
    }

    @Test
    void whatRunsNextStays() {
        Goroutine next = new DirectGoroutine(() -> {});
        state.processors().get(0).queue().exchangeRunNext(next);
        overrun(BOUND);

        assertThat(state.processors().get(0).queue().peekRunNext()).isSameAs(next);
    }

    @Test
    void moreMayComputeWithoutAProcessorThanTheBound() {
        assertThat(overload.hasRoom(BOUND)).isTrue();
        assertThat(overload.hasRoom(2 * BOUND - 1)).isTrue();
        assertThat(overload.hasRoom(2 * BOUND)).isFalse();
    }

    /** One, two, four: they end within their slices. */
    @Test
    void moreAndMoreComeBackWhileTheyAreShortTheNewestFirst() {
        List<Goroutine> waiting = queue(40);
        overrun(BOUND);

        assertThat(comeBack(BOUND)).containsExactly(waiting.get(39));
        assertThat(comeBack(BOUND)).containsExactly(waiting.get(38), waiting.get(37));
        assertThat(comeBack(BOUND)).hasSize(4);
        assertThat(comeBack(BOUND)).hasSize(8);
    }

    @Test
    void oneComesBackAfterALongOne() {
        queue(20);
        overrun(BOUND);
        comeBack(BOUND);
        assertThat(comeBack(BOUND)).hasSize(2);
        overload.makeWay(now + 1, BOUND);

        assertThat(comeBack(BOUND)).hasSize(1);
        assertThat(comeBack(BOUND)).hasSize(2);
    }

    @Test
    void aLongOneThatBeganBeforeThemSaysNothingOfThem() {
        queue(20);
        overrun(BOUND);
        comeBack(BOUND);
        overload.makeWay(now, BOUND);

        assertThat(comeBack(BOUND)).hasSize(2);
    }

    /** Fifty hogs in one lane, three that came to another one before the first was known. */
    @Test
    void noLaneHidesTheOthers() {
        List<Goroutine> some = queue(3);
        Goroutine inOther = null;
        for (int lane = 1; inOther == null; lane++) {
            int before = state.queues().global().estimatedAddedTo(0);
            Goroutine goroutine = new DirectGoroutine(() -> {});
            state.queues().global().add(goroutine, lane);
            inOther = state.queues().global().estimatedAddedTo(0) == before ? goroutine : null;
        }
        overrun(BOUND);

        List<Goroutine> first = new ArrayList<>(comeBack(BOUND));
        first.addAll(comeBack(BOUND));
        assertThat(first).contains(some.get(2), inOther);
    }

    /** However few compute: those that come back would stand before what comes later, and be deferred with it again. */
    @Test
    void noneComesBackWhileOthersWait() {
        queue(20);
        overrun(BOUND);
        queue(1);
        overload.tick(now, BOUND);
        overload.tick(now, 0);

        assertThat(runAll()).hasSize(1);
        overload.tick(now, BOUND);
        assertThat(runAll()).hasSize(1);
    }

    @Test
    void noneComesBackWhileNoProcessorIsFree() {
        queue(20);
        overrun(BOUND);
        state.idle().takeProcessor();
        state.idle().takeProcessor();
        state.idle().spinning().decrement();
        overload.tick(now, BOUND);
        assertThat(state.queues().global().isEmpty()).isTrue();

        state.queues()
                .global()
                .addExpired(new DirectGoroutine(() -> {})); // processors that run such are as good as free
        overload.tick(now, BOUND);
        assertThat(state.queues().global().freshSize()).isEqualTo(1);
    }

    /** A goroutine may give way again and again while others wait for it, and processors never be free. */
    @Test
    void oneComesBackATenthOfASecondAfterTheLast() {
        queue(20);
        overload.tick(now, 0);
        overrun(BOUND);
        state.idle().takeProcessor();
        state.idle().takeProcessor();
        state.idle().spinning().decrement();
        overload.tick(now + 99 * MILLI, BOUND);
        assertThat(state.queues().global().isEmpty()).isTrue();
        overload.tick(now + 100 * MILLI, BOUND);
        assertThat(state.queues().global().size()).isEqualTo(1);
        overload.tick(now + 150 * MILLI, BOUND);
        assertThat(state.queues().global().size()).isEqualTo(1);
        overload.tick(now + 200 * MILLI, HALF_OF_RESERVE - 1);
        assertThat(state.queues().global().size()).isEqualTo(2);
        overload.tick(now + 300 * MILLI, HALF_OF_RESERVE);
        assertThat(state.queues().global().size()).isEqualTo(2);
    }

    @Test
    void moreThanTheRingsHaveRoomForAreDeferredBelowTheBoundToo() {
        queue(LocalRunQueue.CAPACITY * PROCS);
        overrun(PROCS);
        assertThat(overload.deferred()).isZero();
        queue(1);
        overrun(PROCS - 1); // such as one that submits all of them
        assertThat(overload.deferred()).isZero();
        overrun(PROCS);
        assertThat(overload.deferred()).isEqualTo(LocalRunQueue.CAPACITY * PROCS + 1);
    }

    @Test
    void nothingMovesOnceMovesHaveEnded() {
        queue(20);
        overrun(BOUND);
        queue(5);
        state.queues().backlog().endMoves();
        overrun(BOUND);
        overload.tick(now + 200 * MILLI, 0);

        assertThat(state.queues().backlog().size()).isEqualTo(20);
        assertThat(state.queues().global().size()).isEqualTo(5);
    }

    /** There may be hogs below them, for which there is no room. */
    @Test
    void whereHalfOfTheReserveIsUsedOnlyNewcomersComeBack() {
        queue(20);
        overrun(BOUND);
        comeBack(BOUND);
        overload.makeWay(now + 1, BOUND);
        assertThat(comeBack(HALF_OF_RESERVE)).isEmpty();

        List<Goroutine> newcomers = queue(2);
        overload.makeWay(now, HALF_OF_RESERVE);
        assertThat(comeBack(HALF_OF_RESERVE)).containsExactly(newcomers.get(1));
        assertThat(comeBack(HALF_OF_RESERVE)).containsExactly(newcomers.get(0));
        assertThat(comeBack(HALF_OF_RESERVE)).isEmpty();
        assertThat(state.queues().backlog().size()).isEqualTo(19);
    }

    @Test
    void ofThoseNoMoreAfterALongOne() {
        queue(20);
        overrun(BOUND);
        comeBack(BOUND);
        overload.makeWay(now + 1, HALF_OF_RESERVE);
        queue(5);
        overload.makeWay(now, HALF_OF_RESERVE);
        assertThat(comeBack(HALF_OF_RESERVE)).hasSize(1);
        overload.makeWay(now + 1, HALF_OF_RESERVE);

        assertThat(comeBack(HALF_OF_RESERVE)).isEmpty();
    }

    private void overrun(int overtime) {
        overload.makeWay(now - 2 * MILLI, overtime);
    }

    private List<Goroutine> comeBack(int overtime) {
        overload.tick(now += MILLI, overtime);
        return runAll();
    }

    private List<Goroutine> queue(int count) {
        List<Goroutine> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Goroutine goroutine = new DirectGoroutine(() -> {});
            state.queues().global().add(goroutine, 0);
            all.add(goroutine);
        }
        return all;
    }

    private void offerLocally(int processor, int count) {
        for (int i = 0; i < count; i++) {
            state.processors().get(processor).queue().offer(new DirectGoroutine(() -> {}));
        }
    }

    private List<Goroutine> runAll() {
        List<Goroutine> all = new ArrayList<>();
        for (Goroutine each = state.queues().global().poll(0);
                each != null;
                each = state.queues().global().poll(0)) {
            all.add(each);
        }
        return all;
    }
}
