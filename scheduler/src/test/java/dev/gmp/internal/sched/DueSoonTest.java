package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.sysmon.WatchedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A machine that finds nothing does not park for a timer that is due within microseconds. Here it would end instead. */
class DueSoonTest {

    /** Passes over the rings in one search, of which the last comes after the look at all timers. */
    private static final int PASSES = 4;

    private static final long SOON_NANOS = 4_000;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final SearchParts parts = new SearchParts(3);
    private final Machine machine = parts.machineOn(2);
    private final Goroutine started = SearchParts.goroutine();

    private int looks;
    private Runnable atLook = () -> {};

    /** Two processors are busy, and find nothing either. */
    @BeforeEach
    void begin() {
        parts.machineOn(0);
        parts.machineOn(1);
        parts.replaceQueue(0, new WatchedQueue(() -> {
            looks++;
            atLook.run();
            return looks;
        }));
    }

    /** Many times, for on a slow machine it may be due before the machine would park. */
    @RepeatedTest(100)
    void itWaitsAndRunsWhatTheTimerStarts() {
        atLook = () -> {
            if (looks == PASSES) {
                set(this::readyStarted, SOON_NANOS);
            }
        };
        assertThat(parts.next(machine)).isSameAs(started);
    }

    /** And leaves the timer to the machine that keeps the time. */
    @Test
    void itDoesNotWaitForOneThatIsDueLater() {
        set(this::readyStarted, HOUR_NANOS);
        assertThat(parts.next(machine)).isNull();
    }

    /** There is always one more that is due soon, and starts nothing. */
    @Test
    void itTakesWhatComesMeanwhile() {
        Goroutine comes = SearchParts.goroutine();
        atLook = () -> {
            if (looks == 10 * PASSES) {
                parts.state.queues().global().add(comes, 0);
            }
        };
        setAgainAndAgain();
        assertThat(parts.next(machine)).isSameAs(comes);
    }

    private void setAgainAndAgain() {
        set(this::setAgainAndAgain, SOON_NANOS);
    }

    private void readyStarted() {
        parts.state.processors().get(2).queue().offer(started);
    }

    private void set(Runnable action, long nanos) {
        parts.timerSetting.set(
                parts.state.processors().get(1).timers(),
                new ActionTimer(action),
                parts.state.clock().nanos() + nanos);
    }
}
