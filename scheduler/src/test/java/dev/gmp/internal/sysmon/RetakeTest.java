package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.IdleGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sysmon's looks at a machine that computes, by a clock that the test sets. */
class RetakeTest {

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long ANSWER = SLICE / 4;

    private static final int WAITING = 3;
    private static final long SHARE = SLICE / (1 + WAITING);

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final LostMachines lostMachines = new LostMachines(null);
    private final Retake retake = new Retake(
            state,
            null,
            lostMachines,
            new ProcessorLossLog(Runnable::run),
            ProtocolState.backlog(state),
            ProtocolState.unpaced(state),
            OvertimePriority.never());
    private final Machine machine = new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint());
    private final Processor processor = state.processor(0);

    @BeforeEach
    void compute() {
        state.tryTakeIdle(processor);
        machine.acquire(processor);
        machine.setCurrentRelease(new DirectGoroutine(() -> {}));
        look(0);
    }

    @Test
    void asksAfterASliceAndComesBackWhenTheAnswerIsDue() {
        look(SLICE - 1);
        assertThat(machine.isPreemptRequested()).isFalse();
        assertThat(retake.answerDueNanos()).isEqualTo(PreemptionPolicy.NOTHING_DUE);
        look(SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
        assertThat(retake.answerDueNanos()).isEqualTo(ANSWER);
        look(SLICE + ANSWER - 1);
        assertThat(retake.answerDueNanos()).isEqualTo(1);
        assertThat(processor.machine()).isSameAs(machine);
    }

    /** Sysmon may come late, and a goroutine cannot have answered what it was not asked. */
    @Test
    void neverTakesAProcessorInTheLookInWhichItAsks() {
        look(100 * SLICE);
        assertThat(processor.machine()).isSameAs(machine);
        assertThat(retake.answerDueNanos()).isEqualTo(ANSWER);
    }

    /** Nobody waited, so that it went on with its slice. */
    @Test
    void asksAgainWhoHasAnswered() {
        look(SLICE);
        machine.requestPreemption(false);
        look(3 * SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
        assertThat(processor.machine()).isSameAs(machine);
    }

    @Test
    void forgetsThatItAskedWhenASliceBegins() {
        look(SLICE);
        machine.requestPreemption(false);
        processor.beginSlice();
        look(2 * SLICE);
        assertThat(machine.isPreemptRequested()).isFalse();
        assertThat(retake.answerDueNanos()).isEqualTo(PreemptionPolicy.NOTHING_DUE);
    }

    @Test
    void isCalmWhenNothingWasLongForAWhile() {
        assertThat(retake.isCalm()).isFalse();
        lookWhileSlicesAreShort();
        assertThat(retake.isCalm()).isTrue();
    }

    @Test
    void oneThatDoesNotAnswerIsTrouble() {
        for (int i = 0; i < OvertimePriority.MOST; i++) { // so that it keeps its processor
            lostMachines.add(new LostMachines.Entry(machine, state.newLocalQueue(), true));
        }
        lookWhileSlicesAreShort();
        long asked = 1_000 + SLICE;
        look(asked);
        long answerDue = asked + ANSWER;
        look(answerDue);
        lostMachines.review();
        assertThat(lostMachines.isEmpty()).isTrue();
        assertThat(retake.isCalm()).isFalse();
    }

    @Test
    void oneThatComputesWithoutAProcessorIsTrouble() {
        lookWhileSlicesAreShort();
        lostMachines.add(new LostMachines.Entry(machine, state.newLocalQueue(), true));
        assertThat(retake.isCalm()).isFalse();
    }

    @Test
    void oneThatRunsBehindAllOthersIsTrouble() {
        lookWhileSlicesAreShort();
        processor.setExpired();
        look(1_000);
        assertThat(retake.isCalm()).isFalse();
    }

    @Test
    void idleWorkThatRunsIsTrouble() {
        lookWhileSlicesAreShort();
        machine.setCurrentRelease(new IdleGoroutine(() -> {}));
        look(1_000);
        assertThat(retake.isCalm()).isFalse();
    }

    @Test
    void oneThatWaitsBehindAllOthersIsTrouble() {
        lookWhileSlicesAreShort();
        state.globalQueue().addExpired(new DirectGoroutine(() -> {}));
        assertThat(retake.isCalm()).isFalse();
    }

    @Test
    void whileAllIsWellOneTaskAfterTheOtherMayTakeAWholeSlice() {
        lookWhileSlicesAreShort();
        letOthersWait();
        long began = startSlice();
        for (long now = began; now < began + SLICE; now += SHARE / 2) {
            machine.counters().countNextTask();
            look(now);
            assertThat(machine.isPreemptRequested()).isFalse();
        }
        look(began + SLICE);
        assertThat(machine.isPreemptRequested()).isTrue();
    }

    @Test
    void aSingleTaskHasItsShareAlsoWhileAllIsWell() {
        lookWhileSlicesAreShort();
        letOthersWait();
        long began = startSlice();
        look(began + SHARE - 1);
        assertThat(machine.isPreemptRequested()).isFalse();
        look(began + SHARE);
        assertThat(machine.isPreemptRequested()).isTrue();
    }

    @Test
    void oneTaskAfterTheOtherHasItsShareOnceThereIsTrouble() {
        letOthersWait();
        long began = startSlice();
        machine.counters().countNextTask();
        look(began + SHARE - 1);
        machine.counters().countNextTask();
        look(began + SHARE);
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
        look(now);
        return now;
    }

    private void lookWhileSlicesAreShort() {
        for (int now = 1; now <= 200; now++) {
            processor.beginSlice();
            look(now);
        }
    }

    @Test
    void suspectsWhoIsSeenToWaitForTheFirstTime() {
        machine.setBlocking(true);
        machine.step();
        look(SLICE);
        assertThat(retake.hasSuspect()).isTrue();
        machine.setBlocking(false);
        look(SLICE + 1);
        assertThat(retake.hasSuspect()).isFalse();
    }

    private void look(long now) {
        assertThat(retake.retake(now)).isZero();
    }
}
