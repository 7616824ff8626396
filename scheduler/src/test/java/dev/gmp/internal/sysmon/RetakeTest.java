package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.IdlePriorityGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sysmon's ticks at a machine that computes, by a clock that the test sets. */
class RetakeTest {

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long ANSWER = SLICE / 4;

    private static final int WAITING = 3;
    private static final long SHARE = SLICE / (1 + WAITING);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final LostMachines lostMachines = new LostMachines(null);
    private final Retake retake = new Retake(
            state,
            null,
            lostMachines,
            new ProcessorLossLog(Runnable::run),
            ProtocolState.overload(state),
            ProtocolState.unpaced(state),
            OvertimePriority.never());
    private final Machine machine =
            new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final Processor processor = state.processors().get(0);

    @BeforeEach
    void compute() {
        state.idle().tryTakeProcessor(processor);
        machine.acquire(processor);
        machine.setCurrentRelease(new DirectGoroutine(() -> {}));
        tick(0);
    }

    @Test
    void asksAfterASliceAndComesBackWhenTheAnswerIsDue() {
        tick(SLICE - 1);
        assertThat(machine.isPreemptRequested()).isFalse();
        assertThat(retake.answerDueNanos()).isEqualTo(PreemptionPolicy.NOTHING_DUE);
        tick(SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
        assertThat(retake.answerDueNanos()).isEqualTo(ANSWER);
        tick(SLICE + ANSWER - 1);
        assertThat(retake.answerDueNanos()).isEqualTo(1);
        assertThat(processor.machine()).isSameAs(machine);
    }

    /** Sysmon may come late, and a goroutine cannot have answered what it was not asked. */
    @Test
    void neverTakesAProcessorInTheTickInWhichItAsks() {
        tick(100 * SLICE);
        assertThat(processor.machine()).isSameAs(machine);
        assertThat(retake.answerDueNanos()).isEqualTo(ANSWER);
    }

    /** No goroutine waited, so that it went on with its slice. */
    @Test
    void asksAgainAGoroutineThatHasAnswered() {
        tick(SLICE);
        machine.requestPreemption(false);
        tick(3 * SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
        assertThat(processor.machine()).isSameAs(machine);
    }

    @Test
    void forgetsThatItAskedWhenASliceBegins() {
        tick(SLICE);
        machine.requestPreemption(false);
        processor.beginSlice();
        tick(2 * SLICE);
        assertThat(machine.isPreemptRequested()).isFalse();
        assertThat(retake.answerDueNanos()).isEqualTo(PreemptionPolicy.NOTHING_DUE);
    }

    @Test
    void findsNothingInOneThatIsWithinItsSlice() {
        tick(SLICE - 1);
        assertThat(retake.hasFound()).isFalse();
    }

    /** It may answer. */
    @Test
    void findsNothingInOneThatIsAsked() {
        tick(SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
        assertThat(retake.hasFound()).isFalse();
    }

    @Test
    void findsOneThatDoesNotAnswer() {
        for (int i = 0; i < 2 * Overload.BOUND; i++) { // so that it keeps its processor
            lostMachines.add(new LostMachines.Entry(machine, state.processors().newLocalQueue(0), true));
        }
        tick(SLICE);
        tick(SLICE + ANSWER);
        assertThat(retake.hasFound()).isTrue();
        machine.step();
        tick(SLICE + ANSWER + 1);
        assertThat(retake.hasFound()).isFalse();
    }

    @Test
    void findsOneThatRunsBehindAllOthers() {
        processor.setExpired();
        tick(1);
        assertThat(retake.hasFound()).isTrue();
    }

    @Test
    void findsIdleWorkThatRuns() {
        machine.setCurrentRelease(new IdlePriorityGoroutine(() -> {}));
        tick(1);
        assertThat(retake.hasFound()).isTrue();
    }

    @Test
    void oneTaskAfterTheOtherMayTakeAWholeSlice() {
        letOthersWait();
        long began = startSlice();
        for (long now = began; now < began + SLICE; now += SHARE / 2) {
            machine.counters().countNextTask();
            tick(now);
            assertThat(machine.isPreemptRequested()).isFalse();
        }
        tick(began + SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
    }

    @Test
    void aSingleTaskHasItsShare() {
        letOthersWait();
        long began = startSlice();
        tick(began + SHARE - 1);
        assertThat(machine.isPreemptRequested()).isFalse();
        tick(began + SHARE);
        assertThat(machine.isPreemptRequested()).isTrue();
    }

    private void letOthersWait() {
        for (int i = 0; i < WAITING; i++) {
            processor.queue().offer(new DirectGoroutine(() -> {}));
        }
    }

    private long startSlice() {
        long now = 1_000;
        processor.beginSlice();
        machine.step();
        tick(now);
        return now;
    }

    /** A full heap must not keep the monitor from its tick. */
    @Test
    void aTickThatFindsNothingTakesNoMemory() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) { // loading a class, or compiling, may take some
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int now = 1; now <= 100; now++) {
                retake.retake(now);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private void tick(long now) {
        assertThat(retake.retake(now)).isZero();
    }
}
