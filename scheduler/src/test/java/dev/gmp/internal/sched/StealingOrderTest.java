package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sysmon.WatchedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a thief takes before the goroutine that its owner is about to run. */
class StealingOrderTest {

    /** As many beginnings of a thief's way round. */
    private static final int ROUNDS = 50;

    private final SearchParts parts = new SearchParts(3);
    private final Machine thief = parts.machineOn(2);
    private final LocalRunQueue<Goroutine> own = parts.state.processors().get(2).queue();
    private final Goroutine next = SearchParts.goroutine();

    @BeforeEach
    void begin() {
        parts.machineOn(0);
        parts.machineOn(1);
        parts.state.idle().startSpinning(thief);
    }

    @Test
    void anothersRingComesBeforeOnesRunnext() {
        for (int round = 0; round < ROUNDS; round++) {
            Goroutine queued = SearchParts.goroutine();
            parts.state.processors().get(0).queue().exchangeRunNext(next);
            parts.state.processors().get(1).queue().offer(queued);

            assertThat(parts.stealing.steal(thief, own)).isSameAs(queued);
        }
        assertThat(parts.stealing.steal(thief, own)).isSameAs(next);
    }

    @Test
    void whatTimersStartComesBeforeOnesRunnext() {
        Goroutine due = SearchParts.goroutine();
        parts.state.processors().get(0).queue().exchangeRunNext(next);
        parts.timerSetting.set(parts.state.processors().get(1).timers(), new ActionTimer(() -> own.offer(due)), 0);

        assertThat(parts.stealing.steal(thief, own)).isSameAs(due);
        assertThat(parts.stealing.steal(thief, own)).isSameAs(next);
    }

    @Test
    void threePassesOverTheRingsComeBeforeRunnext() {
        WatchedQueue victim = new WatchedQueue(() -> 0);
        parts.replaceQueue(0, victim);
        victim.exchangeRunNext(next);

        assertThat(parts.stealing.steal(thief, own)).isSameAs(next);
        assertThat(victim.looksBeforeRunNext()).isEqualTo(3);
    }
}
