package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sysmon.LostMachines;
import dev.gmp.internal.sysmon.ProcessorLossLog;
import dev.gmp.internal.sysmon.Retake;
import dev.gmp.internal.sysmon.WatchedQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a machine finds its next goroutine first, and which of them begins a time slice. In one thread. */
class SearchOrderTest {

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

    private final SearchParts parts = new SearchParts(4);
    private final Goroutine next = SearchParts.goroutine();
    private final Goroutine local = SearchParts.goroutine();
    private final Goroutine global = SearchParts.goroutine();
    private final Goroutine others = SearchParts.goroutine();
    private final Machine machine = parts.machineOn(0);
    private final Processor processor = parts.state.processors().get(0);
    private final LocalRunQueue<Goroutine> queue = processor.queue();

    /** The next tick of the processor is none of the 61st. */
    @BeforeEach
    void beginSlices() {
        for (int id = 1; id < 4; id++) {
            parts.machineOn(id);
        }
        processor.beginSlice();
    }

    @Test
    void ownGoroutinesAreBeforeGlobalOnesAndThoseBeforeTheNetworkAndThatBeforeOthers() throws IOException {
        WatchedQueue another = new WatchedQueue(() -> parts.state.netpoll().waiters());
        parts.replaceQueue(1, another);
        another.offer(others);
        parts.state.queues().global().add(global, 0);
        queue.offer(local);
        queue.exchangeRunNext(next);
        Pipe pipe = waitForWhatIsThere();
        try {
            assertThat(parts.next(machine)).isSameAs(next);
            assertThat(parts.next(machine)).isSameAs(local);
            assertThat(parts.next(machine)).isSameAs(global);
            assertThat(parts.state.netpoll().waiters()).isEqualTo(1);
            assertThat(another.looks()).isZero();

            assertThat(parts.next(machine)).isSameAs(others);
            assertThat(another.firstSeen()).as("waiters at the first look").isZero();
        } finally {
            parts.state.netpoll().close();
            pipe.source().close();
            pipe.sink().close();
        }
    }

    @Test
    void idlePriorityWorkAndWhatHasUsedUpASliceComeAfterAllOthers() {
        parts.state.queues().global().addExpired(global);
        parts.state.processors().get(1).queue().offer(others);

        assertThat(parts.next(machine)).isSameAs(others);
        assertThat(parts.next(machine)).isSameAs(global);
    }

    @Test
    void eachThatDoesNotComeFromRunnextBeginsASlice() {
        parts.state.processors().get(1).queue().offer(others);
        parts.state.queues().global().add(global, 0);
        queue.offer(local);

        for (Goroutine each : new Goroutine[] {local, global, others}) {
            long before = processor.schedTick();
            assertThat(parts.next(machine)).isSameAs(each);
            assertThat(processor.schedTick()).isEqualTo(before + 1);
        }
    }

    @Test
    void oneFromRunnextGoesOnWithTheSliceOfTheOneThatReadiedIt() {
        long before = processor.schedTick();
        for (int i = 0; i < FindRunnable.RUN_NEXT_STREAK; i++) {
            queue.exchangeRunNext(next);
            assertThat(parts.next(machine)).isSameAs(next);
        }
        assertThat(processor.schedTick()).isEqualTo(before);
    }

    /** Long before the bound on their number: they share one slice, and then others have their turn. */
    @Test
    void aFewFromRunnextAreAskedToGiveWayAfterOneSlice() {
        Retake retake = new Retake(
                parts.state,
                parts.handOff,
                new LostMachines(parts.handOff),
                new ProcessorLossLog(Runnable::run),
                ProtocolState.overload(parts.state),
                ProtocolState.unpaced(parts.state),
                OvertimePriority.never());
        retakeWhileRunning(retake, local, 0);
        int links = 8;
        for (int i = 0; i < links; i++) {
            queue.exchangeRunNext(next);
            assertThat(parts.next(machine)).isSameAs(next);
            retakeWhileRunning(retake, next, i * SLICE / links);
            assertThat(machine.isPreemptRequested()).isFalse();
        }
        retakeWhileRunning(retake, next, SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();

        queue.exchangeRunNext(next);
        queue.offer(others);
        assertThat(parts.next(machine)).isSameAs(others);
        assertThat(machine.isPreemptRequested()).isFalse();
        assertThat(parts.next(machine)).isSameAs(next);
    }

    private void retakeWhileRunning(Retake retake, Goroutine goroutine, long now) {
        machine.step();
        machine.setCurrentRelease(goroutine);
        retake.retake(now);
    }

    /** Go: 61. Twice as seldom, or twice as often, is another scheduler. */
    @Test
    void aboutOneSliceIn61IsOfTheGlobalQueueHoweverManyWaitLocally() {
        for (int round = 0; round < 20; round++) {
            parts.state.queues().global().add(global, 0);
            int slices = 1;
            for (Goroutine found = nextBesideLocalOnes(); found != global; found = nextBesideLocalOnes()) {
                slices++;
                assertThat(slices).isLessThan(2 * 61);
            }
            assertThat(slices).isGreaterThan(61 / 2);
        }
    }

    private Goroutine nextBesideLocalOnes() {
        queue.offer(local);
        return parts.next(machine);
    }

    /** All four processors are busy, so two may spin. */
    @Test
    void atMostHalfOfTheBusyProcessorsSpin() {
        WatchedQueue another =
                new WatchedQueue(() -> parts.state.idle().spinning().count());
        parts.replaceQueue(1, another);
        parts.state.idle().spinning().increment();

        assertThat(parts.next(machine)).isNull();
        assertThat(another.mostSeen()).as("spinning while one spins already").isEqualTo(2);
    }

    @Test
    void aMachineThatWouldBeOneTooManyDoesNotSpin() {
        WatchedQueue another =
                new WatchedQueue(() -> parts.state.idle().spinning().count());
        parts.replaceQueue(1, another);
        parts.state.idle().spinning().increment();
        parts.state.idle().spinning().increment();

        assertThat(parts.next(machine)).isNull();
        assertThat(another.looks())
                .as("looks for what others have, while two spin already")
                .isZero();
    }

    @Test
    void idleProcessorsDoNotCountForHowManySpin() {
        SearchParts few = new SearchParts(4);
        Machine first = few.machineOn(0);
        few.machineOn(1);
        WatchedQueue another =
                new WatchedQueue(() -> few.state.idle().spinning().count());
        few.replaceQueue(1, another);
        few.state.idle().spinning().increment();

        assertThat(few.next(first)).isNull();
        assertThat(another.looks())
                .as("looks for what others have, beside two busy processors")
                .isZero();
    }

    /** The test's thread waits for a channel that is ready. */
    private Pipe waitForWhatIsThere() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        PollSlot reads = parts.state.netpoll().open(pipe.source()).reads();
        assertThat(reads.tryWait(Thread.currentThread(), SelectionKey.OP_READ)).isTrue();
        pipe.sink().write(ByteBuffer.allocate(1));
        return pipe;
    }
}
