package dev.gmp.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.config.cpu.CpuLimit;
import dev.gmp.config.cpu.CpuLimitSource;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.runq.RingRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.testkit.Interrupts;
import org.junit.jupiter.api.Test;

/** By a quota and a use of it that the test sets. */
class QuotaPacerTest {

    private static final long STEP = QuotaBucket.STEP_NANOS;

    private static final long RUN = STEP / 20;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final Machine machine =
            new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final Source source = new Source();
    private final QuotaPacer quotaPacer = new QuotaPacer(state.processors(), state.idle(), source);
    private final Processor first = expired(0);
    private final Processor second = expired(1);
    private final Processor fresh = processor(2);
    private long now = System.nanoTime();
    private int overtime;

    @Test
    void nothingIsAskedForAndNothingPausesWithoutAQuota() {
        source.used = Long.MAX_VALUE;
        quotaPacer.readLimit();
        tick();
        assertThat(source.asked).isZero();
        assertThat(quotaPacer.isToGiveWay(first, now + STEP - 1)).isFalse();
        assertThat(quotaPacer.dueNanos(now)).isEqualTo(QuotaPacer.NOTHING_DUE);
    }

    @Test
    void nothingPausesBeforeTheQuotaWasReadOrWhenItsUseIsNotKnown() {
        source.limit = new CpuLimit(0.5, "a test");
        tick();
        assertThat(source.asked).isZero();
        source.used = -1;
        quotaPacer.readLimit();
        now += STEP;
        tick();
        assertThat(source.asked).isOne();
        assertThat(quotaPacer.isToGiveWay(first, now + STEP - 1)).isFalse();
    }

    @Test
    void anUnknownUseIsAskedForAgainWhenTheQuotaIsRead() {
        source.limit = new CpuLimit(0.5, "a test");
        source.used = -1;
        quotaPacer.readLimit();
        for (int step = 0; step < 3; step++) {
            now += STEP;
            tick();
        }
        assertThat(source.asked).isOne();
        quotaPacer.readLimit();
        now += STEP;
        tick();
        assertThat(source.asked).isEqualTo(2);
    }

    @Test
    void aQuotaThatIsUsedUpMeansARunAndAPauseInEachStep() {
        useUp();
        // A tenth of half a CPU's share: 0.5 of 10 ms.
        assertThat(quotaPacer.dueNanos(now)).isEqualTo(RUN);
        assertThat(quotaPacer.isToGiveWay(first, now + RUN - 1)).isFalse();
        assertThat(quotaPacer.isToGiveWay(first, now + RUN)).isTrue();
        assertThat(quotaPacer.dueNanos(now + RUN)).isEqualTo(STEP - RUN);
        assertThat(quotaPacer.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(quotaPacer.isToGiveWay(first, now + STEP)).isFalse();
    }

    /** Each two of them, for as long as there is room, do not run at once. */
    @Test
    void halfOfTheProcessorsRunAtTheEndOfAStep() {
        useUp();
        assertThat(quotaPacer.isToGiveWay(second, now)).isTrue();
        assertThat(quotaPacer.isToGiveWay(second, now + STEP - RUN - 1)).isTrue();
        assertThat(quotaPacer.isToGiveWay(second, now + STEP - RUN)).isFalse();
        assertThat(quotaPacer.isToGiveWay(second, now + STEP - 1)).isFalse();
        assertThat(quotaPacer.isToGiveWay(second, now + STEP)).isTrue();
        assertThat(quotaPacer.isToGiveWay(expired(2), now)).isFalse();
        assertThat(quotaPacer.isToGiveWay(expired(3), now)).isTrue();
    }

    @Test
    void theRhythmGoesOnWhileSysmonIsLateButNotForEver() {
        useUp();
        assertThat(quotaPacer.isToGiveWay(first, now + 3 * STEP + RUN - 1)).isFalse();
        assertThat(quotaPacer.isToGiveWay(first, now + 3 * STEP + RUN)).isTrue();
        assertThat(quotaPacer.dueNanos(now + 3 * STEP + RUN)).isEqualTo(STEP - RUN);
        assertThat(quotaPacer.isToGiveWay(first, now + QuotaBucket.PERIOD_NANOS - 1))
                .isTrue();
        assertThat(quotaPacer.isToGiveWay(first, now + QuotaBucket.PERIOD_NANOS + STEP - 1))
                .isFalse();
    }

    @Test
    void aStepIsDecidedOnce() {
        useUp();
        int asked = source.asked;
        quotaPacer.tick(now + STEP - 1, 0);
        assertThat(source.asked).isEqualTo(asked);
        quotaPacer.tick(now + STEP, 0);
        assertThat(source.asked).isEqualTo(asked + 1);
    }

    @Test
    void aQuotaThatIsLiftedEndsThePauses() {
        useUp();
        source.limit = CpuLimit.none("lifted");
        quotaPacer.readLimit();
        quotaPacer.tick(now + STEP, 0);
        assertThat(quotaPacer.isToGiveWay(first, now + 2 * STEP - 1)).isFalse();
    }

    @Test
    void aMachineSleepsInAPauseAndOnlyThen() throws Exception {
        while (quotaPacer.pausedNanos() == 0) { // a run may come in between
            Interrupts.check();
            useUp();
            quotaPacer.awaitIfNextToNothingIsLeft(machine);
        }

        long paused = quotaPacer.pausedNanos();
        source.limit = CpuLimit.none("lifted");
        quotaPacer.readLimit();
        quotaPacer.tick(now + STEP, 0);
        quotaPacer.awaitIfNextToNothingIsLeft(machine);
        assertThat(quotaPacer.pausedNanos()).isEqualTo(paused);
    }

    /** Those that have used up a slice wait at a tenth of the quota, the others only when it is used up. */
    @Test
    void shortGoroutinesPassWhileSomethingIsLeft() {
        source.limit = new CpuLimit(0.5, "a test");
        quotaPacer.readLimit();
        now = System.nanoTime() - QuotaBucket.PERIOD_NANOS;
        tick();
        source.used += QuotaBucket.PERIOD_NANOS * 45 / 100;
        now += QuotaBucket.PERIOD_NANOS;
        tick();
        assertThat(quotaPacer.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isFalse();

        source.used += QuotaBucket.PERIOD_NANOS * 10 / 100;
        now += STEP;
        tick();
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isTrue();
    }

    /** Those would use what short ones leave, and the quota is used up as soon. */
    @Test
    void shortGoroutinesPassWhileOthersUseTheQuotaUp() {
        overtime = 1;
        useUp();
        assertThat(quotaPacer.isToGiveWay(first, now + STEP - 1)).isTrue();
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isFalse();

        overtime = 0;
        now += STEP;
        tick();
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isTrue();
    }

    @Test
    void shortGoroutinesPauseBesideFewerThanTheQuotaIsWorth() {
        overtime = 1;
        useUp(1.5);
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isTrue();
        overtime = 2;
        now += STEP;
        tick();
        assertThat(quotaPacer.isToGiveWay(fresh, now + STEP - 1)).isFalse();
    }

    /** Two looks, between which several times the quota was used. */
    private void useUp() {
        useUp(0.5);
    }

    private void useUp(double cpus) {
        source.limit = new CpuLimit(cpus, "a test");
        quotaPacer.readLimit();
        now = System.nanoTime() - QuotaBucket.PERIOD_NANOS;
        tick();
        source.used += QuotaBucket.PERIOD_NANOS * 5;
        now += QuotaBucket.PERIOD_NANOS;
        tick();
    }

    private static Processor expired(int id) {
        Processor processor = processor(id);
        processor.setExpired();
        return processor;
    }

    private static Processor processor(int id) {
        return new Processor(id, new RingRunQueue<>(LocalRunQueue.CAPACITY));
    }

    private void tick() {
        quotaPacer.tick(now, overtime);
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
