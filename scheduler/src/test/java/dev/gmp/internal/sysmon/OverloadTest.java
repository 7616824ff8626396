package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
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
    private static final long HELD = 2 * MILLI;
    private static final int PROCS = 2;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(PROCS), LocalRunQueue.CAPACITY);
    private final Overload overload = ProtocolState.backlog(state);
    private final Processor processor = state.processors().get(0);
    private final Goroutine other = new DirectGoroutine(() -> {});
    private long now = System.nanoTime();

    @BeforeEach
    void letAMachineSpin() {
        state.idle().spinning().increment(); // so that no machine is woken: there are no machines here
        state.idle().tryTakeProcessor(processor);
        for (int i = 0; i < 1_000; i++) {
            processor.beginSlice();
        }
    }

    @Test
    void goroutinesBehindAConvoyOfLongOnesAreDeferred() {
        queue(5);
        offerLocally(3);
        standBehindAConvoy();

        assertThat(state.queues().backlog().size()).isEqualTo(8);
        assertThat(state.queues().global().isEmpty()).isTrue();
        assertThat(processor.queue().isEmpty()).isTrue();
        assertThat(overload.deferred()).isEqualTo(8);
        assertThat(state.queues().globalDepth()).isEqualTo(8);
    }

    @Test
    void oneLongOneNowAndThenIsNoConvoy() {
        queue(5);
        overload.tick(now, 0);
        for (int i = 0; i < 20; i++) {
            now += 10 * MILLI;
            for (int slice = 0; slice < 6; slice++) {
                processor.beginSlice();
            }
            overload.sawLong(other, HELD, now);
            overload.makeWay(processor, 0, now);
        }

        assertThat(state.queues().backlog().isEmpty()).isTrue();
        assertThat(state.queues().global().size()).isEqualTo(5);
    }

    @Test
    void oneThatHasJustComeStays() {
        queue(5);
        overload.tick(now, 0);
        now += MILLI;
        convoy();

        assertThat(state.queues().backlog().isEmpty()).isTrue();
    }

    @Test
    void theyComeBackAtOnceWhereTheCpusAreIdle() {
        queue(5);
        standBehindAConvoy();
        overload.tick(now, 1);

        assertThat(state.queues().global().size()).isEqualTo(1);
    }

    /** One, two, four: they end within their slices. */
    @Test
    void moreAndMoreComeBackWhileTheyAreShort() {
        queue(40);
        standBehindAConvoy();
        List<Integer> sizes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            now += 20 * MILLI;
            overload.tick(now, PROCS);
            sizes.add(runAll().size());
        }

        assertThat(sizes).containsExactly(1, 2, 4, 8);
    }

    @Test
    void oneComesBackAfterALongOneAndNotAtOnce() {
        queue(20);
        standBehindAConvoy();
        overload.tick(now += 20 * MILLI, PROCS);
        runAll();
        overload.tick(now += 20 * MILLI, PROCS);
        List<Goroutine> two = runAll();
        assertThat(two).hasSize(2);
        overload.sawLong(two.get(1), 4 * MILLI, now);

        overload.tick(now + 11 * MILLI, PROCS);
        assertThat(state.queues().global().isEmpty()).isTrue();
        overload.tick(now + 12 * MILLI, PROCS);
        assertThat(state.queues().global().size()).isEqualTo(1);
    }

    @Test
    void noneComesBackWhileOneOfThemStillRuns() {
        queue(20);
        standBehindAConvoy();
        overload.tick(now += 5 * MILLI, PROCS);
        Goroutine running = runAll().get(0);
        Machine machine = new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
        machine.acquire(processor);
        machine.setCurrentRelease(running);

        overload.tick(now + 19 * MILLI, PROCS);
        assertThat(state.queues().global().isEmpty()).isTrue();
        overload.tick(now + 20 * MILLI, PROCS); // but not for ever
        assertThat(state.queues().global().size()).isEqualTo(1);
    }

    /** Those before them in the queue have not even run. */
    @Test
    void noneComesBackWhileOthersKeepThoseFromRunning() {
        queue(20);
        standBehindAConvoy();
        queue(3);
        overload.tick(now += 20 * MILLI, PROCS);
        assertThat(state.queues().global().size()).isEqualTo(4);

        overload.tick(now += 20 * MILLI, PROCS);
        assertThat(state.queues().global().size()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            processor.beginSlice();
        }
        overload.tick(now, PROCS);
        assertThat(state.queues().global().size()).isEqualTo(6);
    }

    @Test
    void onlyTheOneThatCameLastIsTriedWhereManyComputeWithoutAProcessor() {
        int full = OvertimePriority.MOST * PROCS;
        List<Goroutine> convoy = queue(20);
        standBehindAConvoy();
        overload.tick(now += 20 * MILLI, full);
        List<Goroutine> last = runAll();
        assertThat(last).containsExactly(convoy.get(19));
        overload.sawLong(last.get(0), HELD, now);

        overload.tick(now + 99 * MILLI, full);
        assertThat(state.queues().global().isEmpty()).isTrue();
        overload.tick(now + 100 * MILLI, full);
        assertThat(runAll()).containsExactly(convoy.get(18));
        overload.tick(now + 300 * MILLI, full + 8 * PROCS);
        assertThat(state.queues().global().isEmpty()).isTrue();
    }

    /** After a long one, from the other end. */
    @Test
    void bothEndsAreTriedInTurns() {
        List<Goroutine> convoy = queue(20);
        standBehindAConvoy();
        List<Goroutine> tried = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            now += 100 * MILLI;
            overload.tick(now, PROCS);
            Goroutine one = runAll().get(0);
            tried.add(one);
            overload.sawLong(one, HELD, now);
        }

        assertThat(tried).containsExactly(convoy.get(19), convoy.get(0), convoy.get(18), convoy.get(1));
    }

    /** A long one would hold a processor for as long as it likes, for there is no room for it without one. */
    @Test
    void theyAreDeferredWhereManyComputeWithoutAProcessor() {
        queue(5);
        offerLocally(3);
        overload.tick(now, 0);
        now += 3 * MILLI;
        overload.makeWay(processor, OvertimePriority.MOST * PROCS - 1, now);
        assertThat(state.queues().backlog().isEmpty()).isTrue();
        overload.makeWay(processor, OvertimePriority.MOST * PROCS, now);

        assertThat(state.queues().backlog().size()).isEqualTo(8);
        assertThat(overload.reserve()).isPositive();
    }

    /** There may be hogs behind them, for which there is no room. */
    @Test
    void onlyNewcomersComeBackWhereThereIsNoMoreRoom() {
        int full = (OvertimePriority.MOST + 8) * PROCS;
        queue(20);
        standBehindAConvoy();
        overload.tick(now += 20 * MILLI, PROCS);
        overload.sawLong(runAll().get(0), HELD, now);
        List<Goroutine> newcomers = queue(2);
        overload.tick(now += 10 * MILLI, full);
        now += 3 * MILLI;
        overload.makeWay(processor, full, now);
        assertThat(state.queues().global().isEmpty()).isTrue();

        List<Goroutine> back = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            overload.tick(now += 100 * MILLI, full);
            back.addAll(runAll());
        }
        assertThat(back).containsExactlyInAnyOrderElementsOf(newcomers);
        assertThat(state.queues().backlog().size()).isEqualTo(19);
    }

    /** Goroutines that compute without a processor have a reserve then, so that later ones find a processor. */
    @Test
    void moreThanUsualMayComputeWithoutAProcessorWhileAConvoyIsDeferred() {
        assertThat(overload.reserve()).isZero();
        queue(5);
        standBehindAConvoy();

        assertThat(overload.reserve()).isPositive();
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

    private void offerLocally(int count) {
        for (int i = 0; i < count; i++) {
            processor.queue().offer(new DirectGoroutine(() -> {}));
        }
    }

    private void standBehindAConvoy() {
        overload.tick(now, 0);
        now += 3 * MILLI;
        convoy();
    }

    private void convoy() {
        for (int i = 0; i < ConvoyDetector.COUNT; i++) {
            processor.beginSlice();
            overload.sawLong(other, HELD, now);
            overload.makeWay(processor, 0, now);
        }
    }

    private List<Goroutine> runAll() {
        List<Goroutine> all = new ArrayList<>();
        for (Goroutine each = state.queues().global().poll(0);
                each != null;
                each = state.queues().global().poll(0)) {
            processor.beginSlice();
            all.add(each);
        }
        return all;
    }
}
