package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import org.junit.jupiter.api.Test;

/** A machine that looks for work waits for another one that readies some; by a clock that the test reads for it. */
class NetpollHarvestTest {

    private static final int READING = 5;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final WakeUp wakeUp = new WakeUp(state, null, new TimerWaker(state));
    private final NetworkPoller networkPoller = new NetworkPoller(state, wakeUp, this::read);
    private final Goroutine goroutine = new DirectGoroutine(() -> {});

    /** What happens while the machine waits. */
    private Runnable meanwhile = () -> {};

    private long tick;
    private int readings;

    private long read() {
        if (++readings == READING) {
            meanwhile.run();
        }
        return readings * tick;
    }

    @Test
    void noMachineWaitsWhileNothingIsHarvested() {
        networkPoller.beginHarvest();
        networkPoller.endHarvest();
        networkPoller.awaitHarvest();
        assertThat(readings).isZero();
    }

    @Test
    void aWaiterGoesOnWhenTheHarvestEnds() {
        networkPoller.beginHarvest();
        meanwhile = networkPoller::endHarvest;
        networkPoller.awaitHarvest();
        assertThat(readings).isEqualTo(READING);
    }

    @Test
    void aWaiterGoesOnWhenTheFirstGoroutineIsReady() {
        networkPoller.beginHarvest();
        meanwhile = () -> state.processors().get(1).queue().offer(goroutine);
        networkPoller.awaitHarvest();
        assertThat(readings).isEqualTo(READING);
    }

    @Test
    void aWaiterGoesOnWhenItTakesTooLong() {
        networkPoller.beginHarvest();
        tick = NetworkPoller.LONGEST_WAIT_NANOS / 10;
        networkPoller.awaitHarvest();
        assertThat(readings).isEqualTo(11);
    }

    /** Its search would be over without anything; it would give its processor up then, for which this one lacks the parts. */
    @Test
    void aMachineThatFindsNothingWaitsForAHarvestBeforeItSteals() {
        Machine machine = new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint(), false);
        machine.acquire(state.idle().takeProcessor());
        assertThat(state.idle().takeProcessor()).as("busy").isNotNull();
        int other = 1 - machine.processor().id();
        DueTimers dueTimers = new DueTimers(state.clock(), state.processors(), state.idle(), null, null);
        FindRunnable findRunnable = new FindRunnable(
                state,
                null,
                wakeUp,
                new Stealing(state, wakeUp, dueTimers, networkPoller, ProtocolState.unpaced(state)),
                dueTimers,
                null,
                ProtocolState.unpaced(state));
        networkPoller.beginHarvest();
        meanwhile = () -> state.processors().get(other).queue().offer(goroutine);
        assertThat(findRunnable.next(machine)).isSameAs(goroutine);
    }
}
