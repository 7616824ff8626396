package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.YieldAndBlocking;
import dev.gmp.observe.ProcessorLoss;
import dev.gmp.observe.ProcessorLoss.Kind;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sysmon's ticks at a machine whose goroutine yields, by a clock that the test sets. */
class YieldStormsTest {

    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int MANY = 100;

    private static final long START = 5 * SLICE;

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(), LocalRunQueue.CAPACITY);
    private final Processor processor = state.processors().get(0);
    private final Machine machine =
            new Machine(7, "m7", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final ProcessorLossLog log = new ProcessorLossLog(stack -> {});
    private final YieldStorms yieldStorms = new YieldStorms(log, SLICE);

    @BeforeEach
    void run() {
        yieldStorms.resize(1, 0);
        machine.acquire(processor);
        machine.setCurrentRelease(new DirectGoroutine(() -> {}));
        machine.setYield(true, false);
        tick(START);
    }

    @Test
    void aHundredInASliceAreAStorm() {
        yieldTimes(MANY);
        tick(START + SLICE - 1);
        assertThat(log.all()).isEmpty();
        tick(START + SLICE);
        assertThat(log.all()).singleElement().satisfies(storm -> {
            assertThat(storm.kind()).isEqualTo(Kind.YIELDS);
            assertThat(storm.processor()).isZero();
            assertThat(storm.machine()).isEqualTo(7);
            assertThat(storm.ran()).hasNanos(SLICE);
        });
    }

    @Test
    void fewerAreNot() {
        yieldTimes(MANY - 1);
        tick(START + SLICE);
        assertThat(log.all()).isEmpty();
        yieldTimes(1);
        tick(START + 2 * SLICE);
        assertThat(log.all()).as("of two slices together").isEmpty();
    }

    @Test
    void firstYieldsDoNotCount() {
        machine.setYield(false, false);
        yieldTimes(10 * MANY);
        tick(START + SLICE);
        assertThat(log.all()).isEmpty();
    }

    /** One that does not yield is not named for what others did; the next tick may find one that does. */
    @Test
    void oneOfThoseThatYieldIsNamed() {
        yieldTimes(2 * MANY);
        machine.setYield(false, false);
        tick(START + SLICE);
        assertThat(log.all()).isEmpty();
        machine.setYield(true, false);
        machine.setCurrentRelease(null);
        tick(START + SLICE + 1);
        assertThat(log.all()).isEmpty();
        machine.setCurrentRelease(new DirectGoroutine(() -> {}));
        tick(START + SLICE + 2);
        assertThat(log.all())
                .extracting(ProcessorLoss::ran)
                .singleElement()
                .satisfies(ran -> assertThat(ran).hasNanos(SLICE + 2));
    }

    @Test
    void oneForEachSlice() {
        for (int slice = 1; slice <= 3; slice++) {
            yieldTimes(MANY);
            for (int part = 0; part < 10; part++) {
                tick(START + slice * SLICE + part * SLICE / 10);
            }
        }
        assertThat(log.all()).hasSize(3);
    }

    private void yieldTimes(int times) {
        for (int i = 0; i < times; i++) {
            YieldAndBlocking.countYield(machine);
        }
    }

    private void tick(long now) {
        yieldStorms.tick(processor, machine, now);
    }
}
