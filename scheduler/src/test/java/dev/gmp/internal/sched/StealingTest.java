package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.IdlePriorityGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LifoRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sysmon.ChangingQueue;
import dev.gmp.internal.sysmon.WatchedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** NAP-1: what a machine leaves, and what it does not, that naps beside a runnext which changes again and again. */
class StealingTest {

    /** So that a test ends whose machine naps for as long as the other one changes. */
    private static final int MOST_LOOKS = 20_000;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(3), LocalRunQueue.CAPACITY);
    private final TimerWaker timerWaker = new TimerWaker(state);
    private final WakeUp wakeUp = new WakeUp(state, null, timerWaker);
    private final NetworkPoller networkPoller = new NetworkPoller(state, wakeUp);
    private final Stealing stealing = new Stealing(
            state,
            wakeUp,
            new DueTimers(state.clock(), state.processors(), state.idle(), null, timerWaker),
            networkPoller,
            ProtocolState.unpaced(state));
    private final Machine thief = new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final ChangingQueue changing = new ChangingQueue(new DirectGoroutine(() -> {}), MOST_LOOKS);

    /** Processor 0 changes its runnext, 1 is busy, 2 is the thief's. */
    @BeforeEach
    void begin() {
        for (int id = 0; id < 3; id++) {
            assertThat(state.idle().tryTakeProcessor(state.processors().get(id)))
                    .isTrue();
        }
        thief.acquire(state.processors().get(2));
        state.idle().startSpinning(thief);
        state.processors().get(0).replaceQueue(changing);
        state.processors().withWork().set(0);
    }

    private Goroutine steal() {
        return stealing.steal(thief, state.processors().get(2).queue());
    }

    /** It is the napper that has to take it, whichever it looks at first. */
    @RepeatedTest(10)
    void anotherRunnextThatStandsStillIsTaken(RepetitionInfo repetition) {
        for (int i = 0; i < repetition.getCurrentRepetition(); i++) {
            thief.nextRandom(); // says where it begins
        }
        Goroutine still = new DirectGoroutine(() -> {});
        state.processors().get(1).queue().exchangeRunNext(still);
        assertThat(steal()).isSameAs(still);
    }

    /** As beside a goroutine that spins until the other one has come, and then parks: it stands still, but never for a whole nap. */
    @Test
    void whatIsTakenDuringEachNapIsStolenBetweenTwo() {
        Goroutine next = new DirectGoroutine(() -> {});
        Processor owner = state.processors().get(1);
        owner.replaceQueue(new WatchedQueue(() -> {
            if (state.idle().napper().get() != null) {
                owner.queue().pollRunNext();
                owner.queue().exchangeRunNext(next);
            }
            return 0;
        }));
        owner.queue().exchangeRunNext(next);
        state.processors().withWork().set(1);
        changing.afterLook(MOST_LOOKS, () -> state.queues().global().add(new DirectGoroutine(() -> {}), 0));
        assertThat(steal()).isSameAs(next);
    }

    @Test
    void whatChangesIsLeftToItsOwner() {
        Goroutine fresh = new DirectGoroutine(() -> {});
        changing.afterLook(20, () -> state.queues().global().add(fresh, 0));
        assertThat(steal()).isSameAs(fresh);
        assertThat(changing.attempts()).isZero();
    }

    @Test
    void anEmptyRunnextIsNotLeftWhileItsOwnerTakesFromIt() {
        Goroutine fresh = new DirectGoroutine(() -> {});
        changing.afterLook(2, () -> {
            changing.showEmpty();
            changing.afterLook(20, () -> state.queues().global().add(fresh, 0));
        });
        assertThat(steal()).isSameAs(fresh);
    }

    /** A nap clears the interrupt by which a test of the same thread would be ended. */
    @Test
    @Timeout(value = 230, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneFromWhichNothingIsTakenAnyMoreIsLeft() {
        changing.afterLook(10, changing::end);
        assertThat(steal()).isNull();
        assertThat(changing.looks()).isEqualTo(10);
    }

    @Test
    void idlePriorityWorkIsLeftToAMachineThatFindsNothingElse() {
        state.queues().idlePriority().offer(new IdlePriorityGoroutine(() -> {}), 0);
        assertThat(steal()).isNull();
        assertThat(changing.looks()).isLessThan(MOST_LOOKS);
    }

    @Test
    void aProcessorBeyondTheNumberIsGivenUp() {
        state.setProcs(2);
        assertThat(steal()).isNull();
        assertThat(changing.looks()).isLessThan(MOST_LOOKS);
    }

    @Test
    void anInterruptEndsOneNapAndNotAllThatFollow() {
        assertThat(parks()).isTrue();
    }

    /** Or what is about to run beside them would be taken without a nap; and in a pause, the machine would spin until its end. */
    @Test
    void idlePriorityWorkAndExpiredGoroutinesKeepNoMachineAwake() {
        state.queues().idlePriority().offer(new IdlePriorityGoroutine(() -> {}), 0);
        state.queues().global().addExpired(new DirectGoroutine(() -> {}));
        assertThat(parks()).isTrue();
        state.queues().global().add(new DirectGoroutine(() -> {}), 0);
        assertThat(parks()).isFalse();
    }

    /** What may wait ends the watch; the caller would take it before this one. */
    @Test
    void whatComesDuringANapIsBeforeIdlePriorityWork() {
        Goroutine fresh = new DirectGoroutine(() -> {});
        state.queues().idlePriority().offer(new IdlePriorityGoroutine(() -> {}), 0);
        changing.afterLook(2, () -> state.queues().global().add(fresh, 0));
        assertThat(steal()).isSameAs(fresh);
    }

    /** Four in quick succession, and twelve that give the CPU away in between: the sixteenth is the last before it parks. */
    @Test
    void withTheNewestFirstSixteenPassesAreMade() {
        assertThat(stealing.steal(thief, new LifoRunQueue<>(4))).isNull();
        assertThat(changing.passes()).isEqualTo(4 + 12);
    }

    @Test
    void fourAreMadeWhereTheGlobalQueueHasWork() {
        state.queues().global().add(new DirectGoroutine(() -> {}), 0);
        assertThat(stealing.steal(thief, new LifoRunQueue<>(4))).isNull();
        assertThat(changing.passes()).isEqualTo(4);
    }

    /** A park ends with the interrupt that it is given. */
    private boolean parks() {
        Thread.currentThread().interrupt();
        assertThat(wakeUp.nap(thief, 1)).isTrue();
        return !Thread.interrupted();
    }
}
