package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DueTimersTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final TimerWaker timerWaker = new TimerWaker(state);
    private final DueTimers dueTimers =
            new DueTimers(state.clock(), state.processors(), state.idle(), ProtocolState.lifecycle(state), timerWaker);
    private final CountDownLatch parking = new CountDownLatch(1);
    private final CountDownLatch woken = new CountDownLatch(1);

    /** A machine that parked while it was taken, and in no heap, sleeps for ever. */
    @Test
    void theKeeperHearsOfATimerThatCouldNotBeFired() throws InterruptedException {
        Machine keeper = new Machine(0, "m0", state, new Keeping(), new ProbePoint(), false);
        keeper.thread().start();
        parking.await();
        Timer failing = new Due(() -> {
            throw new OutOfMemoryError("planned");
        });
        state.processors().get(0).timers().add(failing, 0);
        assertThat(dueTimers.fireAny()).isTrue();
        boolean heard = woken.await(60, TimeUnit.SECONDS);
        LockSupport.unpark(keeper.thread());
        assertThat(heard).isTrue();
        assertThat(state.processors().get(0).timers().earliest()).isNotEqualTo(TimerHeap.NEVER);
    }

    /** In its own queue what it starts comes sooner than in the global one, where it would come from there. */
    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "2, true"})
    void theMonitorLeavesATimerToItsProcessorWhileAllAreBusy(int idle, boolean fires) {
        for (int busy = 2; busy > idle; busy--) {
            assertThat(state.idle().takeProcessor()).isNotNull();
        }
        while (state.clock().nanos() < 12_000_000) {
            Thread.onSpinWait(); // no timer is due before the beginning
        }
        AtomicInteger fired = new AtomicInteger();
        TimerHeap heap = state.processors().get(1).timers();
        long due = state.clock().nanos() - 600_000;
        heap.add(new Due(fired::incrementAndGet), due);
        dueTimers.fireOverdue();
        if (state.clock().nanos() - due < 9_000_000 || fires) { // else this thread has been kept from a CPU
            assertThat(fired).hasValue(fires ? 1 : 0);
            assertThat(heap.isUrgent()).isEqualTo(!fires);
        }
        state.processors()
                .get(0)
                .timers()
                .add(new Due(fired::incrementAndGet), state.clock().nanos() - 11_000_000);
        int before = fired.get();
        dueTimers.fireOverdue();
        assertThat(fired.get()).isGreaterThan(before);
        assertThat(state.processors().get(0).timers().isUrgent()).isFalse();
    }

    private static final class Due implements Timer {

        private final Runnable fired;
        private boolean taken;

        private Due(Runnable fired) {
            this.fired = fired;
        }

        @Override
        public boolean tryTake() {
            taken = true;
            return true;
        }

        @Override
        public boolean isPending() {
            return !taken;
        }

        @Override
        public void fire() {
            fired.run();
        }

        @Override
        public boolean startsGoroutine() {
            return false;
        }
    }

    private final class Keeping extends ProtocolState.NoVerbs {

        @Override
        public void live(Machine machine) {
            if (timerWaker.keeps(machine) && timerWaker.nanosToSleep() == TimerHeap.NEVER) {
                parking.countDown();
                LockSupport.park(this);
                woken.countDown();
            }
        }
    }
}
