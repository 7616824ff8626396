package dev.gmp.internal.timed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.timer.Timer;
import dev.gmp.internal.timer.TimerHeap;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimerAffinityTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(3), LocalRunQueue.CAPACITY);
    private final TimerAffinity homes = new TimerAffinity(state.processors());
    private final Thread thread = new Thread(() -> {});

    @Test
    void aThreadKeepsToOneHeap() {
        TimerHeap home = homes.of(thread);
        assertThat(homes.of(thread)).isSameAs(home);
    }

    @Test
    void aThreadThatMeetsAnotherMovesOnForGood() {
        TimerHeap home = homes.of(thread);
        TimerHeap other = whileBusy(home);
        assertThat(other).isNotSameAs(home);
        assertThat(homes.of(thread)).isSameAs(other);
    }

    @Test
    void itMovesOnAsOftenAsItMeetsAnother() {
        for (int i = 0; i < 100; i++) {
            TimerHeap home = homes.of(thread);
            assertThat(whileBusy(home)).isNotSameAs(home);
        }
    }

    @Test
    void threadsAreSpread() {
        Set<TimerHeap> used = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            used.add(homes.of(new Thread(() -> {})));
        }
        assertThat(used).hasSize(state.processors().count());
    }

    /** Where the thread goes while another is at its heap: a heap asks its timers under its lock. */
    private TimerHeap whileBusy(TimerHeap home) {
        TimerHeap[] chosen = new TimerHeap[1];
        home.add(new Asking(() -> chosen[0] = homes.of(thread)), 0);
        assertThat(home.takeDue(TimerHeap.NEVER - 1, new Timer[1])).isEqualTo(1);
        return chosen[0];
    }

    private record Asking(Runnable whileLocked) implements Timer {

        @Override
        public boolean tryTake() {
            whileLocked.run();
            return true;
        }

        @Override
        public boolean isPending() {
            return true;
        }

        @Override
        public boolean startsGoroutine() {
            return false;
        }

        @Override
        public void fire() {}
    }
}
