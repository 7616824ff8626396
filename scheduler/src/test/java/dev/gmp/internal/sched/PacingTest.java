package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.testkit.Interrupts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** By a quota and a use of it that the test sets. */
@Timeout(60)
class PacingTest {

    private static final long STEP = CpuBudget.STEP_NANOS;

    private static final long RUN = STEP / 20;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final Machine machine = new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint());
    private final Source source = new Source();
    private final Pacing pacing = new Pacing(state, source);
    private final Processor first = spent(0);
    private final Processor second = spent(1);
    private final Processor fresh = processor(2);
    private long now = System.nanoTime();
    private int overtime;

    @Test
    void nothingIsAskedForAndNothingPausesWithoutAQuota() {
        source.used = Long.MAX_VALUE;
        pacing.readLimit();
        look();
        assertThat(source.asked).isZero();
        assertThat(pacing.isToGiveWay(first, now + STEP - 1)).isFalse();
        assertThat(pacing.dueNanos(now)).isEqualTo(Pacing.NOTHING_DUE);
    }

    @Test
    void nothingPausesBeforeTheQuotaWasReadOrWhenItsUseIsNotKnown() {
        source.limit = new CpuLimit(0.5, "a test");
        look();
        assertThat(source.asked).isZero();
        source.used = -1;
        pacing.readLimit();
        now += STEP;
        look();
        assertThat(source.asked).isOne();
        assertThat(pacing.isToGiveWay(first, now + STEP - 1)).isFalse();
    }

    @Test
    void anUnknownUseIsAskedForAgainWhenTheQuotaIsRead() {
        source.limit = new CpuLimit(0.5, "a test");
        source.used = -1;
        pacing.readLimit();
        for (int step = 0; step < 3; step++) {
            now += STEP;
            look();
        }
        assertThat(source.asked).isOne();
        pacing.readLimit();
        now += STEP;
        look();
        assertThat(source.asked).isEqualTo(2);
    }

    @Test
    void aQuotaThatIsUsedUpMeansARunAndAPauseInEachStep() {
        useUp();
        // A tenth of half a CPU's share: 0.5 of 10 ms.
        assertThat(pacing.dueNanos(now)).isEqualTo(RUN);
        assertThat(pacing.isToGiveWay(first, now + RUN - 1)).isFalse();
        assertThat(pacing.isToGiveWay(first, now + RUN)).isTrue();
        assertThat(pacing.dueNanos(now + RUN)).isEqualTo(STEP - RUN);
        assertThat(pacing.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(pacing.isToGiveWay(first, now + STEP)).isFalse();
    }

    /** Each two of them, for as long as there is room, do not run at once. */
    @Test
    void halfOfTheProcessorsRunAtTheEndOfAStep() {
        useUp();
        assertThat(pacing.isToGiveWay(second, now)).isTrue();
        assertThat(pacing.isToGiveWay(second, now + STEP - RUN - 1)).isTrue();
        assertThat(pacing.isToGiveWay(second, now + STEP - RUN)).isFalse();
        assertThat(pacing.isToGiveWay(second, now + STEP - 1)).isFalse();
        assertThat(pacing.isToGiveWay(second, now + STEP)).isTrue();
        assertThat(pacing.isToGiveWay(spent(2), now)).isFalse();
        assertThat(pacing.isToGiveWay(spent(3), now)).isTrue();
    }

    @Test
    void theRhythmGoesOnWhileSysmonIsLateButNotForEver() {
        useUp();
        assertThat(pacing.isToGiveWay(first, now + 3 * STEP + RUN - 1)).isFalse();
        assertThat(pacing.isToGiveWay(first, now + 3 * STEP + RUN)).isTrue();
        assertThat(pacing.dueNanos(now + 3 * STEP + RUN)).isEqualTo(STEP - RUN);
        assertThat(pacing.isToGiveWay(first, now + CpuBudget.WINDOW_NANOS - 1)).isTrue();
        assertThat(pacing.isToGiveWay(first, now + CpuBudget.WINDOW_NANOS + STEP - 1))
                .isFalse();
    }

    @Test
    void aStepIsDecidedOnce() {
        useUp();
        int asked = source.asked;
        pacing.look(now + STEP - 1, 0);
        assertThat(source.asked).isEqualTo(asked);
        pacing.look(now + STEP, 0);
        assertThat(source.asked).isEqualTo(asked + 1);
    }

    @Test
    void aQuotaThatIsLiftedEndsThePauses() {
        useUp();
        source.limit = CpuLimit.none("lifted");
        pacing.readLimit();
        pacing.look(now + STEP, 0);
        assertThat(pacing.isToGiveWay(first, now + 2 * STEP - 1)).isFalse();
    }

    @Test
    void aMachineSleepsInAPauseAndOnlyThen() throws Exception {
        while (pacing.pausedNanos() == 0) { // a run may come in between
            Interrupts.check();
            useUp();
            pacing.awaitIfNextToNothingIsLeft(machine);
        }

        long paused = pacing.pausedNanos();
        source.limit = CpuLimit.none("lifted");
        pacing.readLimit();
        pacing.look(now + STEP, 0);
        pacing.awaitIfNextToNothingIsLeft(machine);
        assertThat(pacing.pausedNanos()).isEqualTo(paused);
    }

    /** Those that have used up a slice wait at a tenth of the quota, the others only when it is used up. */
    @Test
    void shortGoroutinesPassWhileSomethingIsLeft() {
        source.limit = new CpuLimit(0.5, "a test");
        pacing.readLimit();
        now = System.nanoTime() - CpuBudget.WINDOW_NANOS;
        look();
        source.used += CpuBudget.WINDOW_NANOS * 45 / 100;
        now = System.nanoTime();
        look();
        assertThat(pacing.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isFalse();

        source.used += CpuBudget.WINDOW_NANOS * 10 / 100;
        now += STEP;
        look();
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isTrue();
    }

    /** Those would use what short ones leave, and the quota is used up as soon. */
    @Test
    void shortGoroutinesPassWhileOthersUseTheQuotaUp() {
        overtime = 1;
        useUp();
        assertThat(pacing.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isFalse();

        overtime = 0;
        now += STEP;
        look();
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isTrue();
    }

    @Test
    void shortGoroutinesPauseBesideFewerThanTheQuotaIsWorth() {
        overtime = 1;
        useUp(1.5);
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isTrue();
        overtime = 2;
        now += STEP;
        look();
        assertThat(pacing.isToGiveWay(fresh, now + STEP - 1)).isFalse();
    }

    /** Two looks, between which several times the quota was used. */
    private void useUp() {
        useUp(0.5);
    }

    private void useUp(double cpus) {
        source.limit = new CpuLimit(cpus, "a test");
        pacing.readLimit();
        now = System.nanoTime() - CpuBudget.WINDOW_NANOS;
        look();
        source.used += CpuBudget.WINDOW_NANOS * 5;
        now = System.nanoTime();
        look();
    }

    private static Processor spent(int id) {
        Processor processor = processor(id);
        processor.setSpent();
        return processor;
    }

    private static Processor processor(int id) {
        return new Processor(id, new RingRunQueue<>(LocalRunQueue.CAPACITY));
    }

    private void look() {
        pacing.look(now, overtime);
    }

    private static final class Source implements CpuLimitSource {

        private CpuLimit limit = CpuLimit.none("a test");
        private long used;
        private int asked;

        @Override
        public CpuLimit read() {
            return limit;
        }

        @Override
        public long usedNanos() {
            asked++;
            return used;
        }
    }
}
