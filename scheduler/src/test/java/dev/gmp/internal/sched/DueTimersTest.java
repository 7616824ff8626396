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
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DueTimersTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final Timekeeper timekeeper = new Timekeeper(state);
    private final DueTimers dueTimers = new DueTimers(state, new Lifecycle(state), timekeeper);
    private final CountDownLatch parking = new CountDownLatch(1);
    private final CountDownLatch woken = new CountDownLatch(1);

    /** Who parked while it was taken, and in no heap, sleeps for ever. */
    @Test
    void theKeeperHearsOfATimerThatCouldNotBeFired() throws InterruptedException {
        Machine keeper = new Machine(0, "m0", state, new Keeping(), new ProbePoint());
        keeper.start();
        parking.await();
        Timer failing = new Timer() {
            @Override
            public boolean tryTake() {
                return true;
            }

            @Override
            public boolean isPending() {
                return true;
            }

            @Override
            public void fire() {
                throw new OutOfMemoryError("planned");
            }

            @Override
            public boolean startsGoroutine() {
                return false;
            }
        };
        state.processor(0).timers().add(failing, 0);
        assertThat(dueTimers.fireAny()).isTrue();
        boolean heard = woken.await(20, TimeUnit.SECONDS);
        LockSupport.unpark(keeper);
        assertThat(heard).isTrue();
        assertThat(state.processor(0).timers().earliest()).isNotEqualTo(TimerHeap.NEVER);
    }

    private final class Keeping extends ProtocolState.NoVerbs {

        @Override
        public void live(Machine machine) {
            if (timekeeper.keeps(machine) && timekeeper.nanosToSleep() == TimerHeap.NEVER) {
                parking.countDown();
                LockSupport.park(this);
                woken.countDown();
            }
        }
    }
}
