package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.SearchParts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When sysmon takes a processor from a machine that blocks, by a clock that the test sets. */
class RetakeBlockedTest {

    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(10);

    private final SearchParts parts = new SearchParts(2);
    private final Retake retake = new Retake(
            parts.state,
            parts.handOff,
            new LostMachines(parts.handOff),
            new ProcessorLossLog(Runnable::run),
            ProtocolState.overload(parts.state),
            ProtocolState.unpaced(parts.state),
            OvertimePriority.never());
    private final Machine blocked = parts.machineOn(0);
    private final Machine parked = parts.parked();
    private final Processor processor = parts.state.processors().get(0);

    @BeforeEach
    void block() {
        blocked.setCurrentRelease(SearchParts.goroutine());
        blocked.setBlocking(true);
        assertThat(retake.retake(0)).isZero();
    }

    @Test
    void afterTenMillisecondsWhereNothingWaitsAndAnotherProcessorIsIdle() {
        assertThat(retake.retake(GRACE - 1)).isZero();
        assertThat(retake.hasFound()).isFalse();
        assertThat(processor.machine()).isSameAs(blocked);

        assertThat(retake.retake(GRACE)).isEqualTo(1);
        assertThat(retake.hasFound()).isTrue();
        assertThat(processor.machine()).isNull();
        assertThat(parked.hasAssignment()).isFalse();
    }

    @Test
    void afterTenMillisecondsWhereNothingWaitsAndAnotherMachineSpins() {
        parts.state.idle().startSpinning(parts.machineOn(1));
        assertThat(retake.retake(GRACE - 1)).isZero();
        assertThat(processor.machine()).isSameAs(blocked);

        assertThat(retake.retake(GRACE)).isEqualTo(1);
        assertThat(processor.machine()).isNull();
    }

    @Test
    void atTheSecondTickWhereNothingElseIsFreeForWhatComes() {
        parts.machineOn(1);
        assertThat(retake.retake(1)).isEqualTo(1);
        assertThat(parked.hasAssignment()).isTrue();
        assertThat(parts.state.idle().spinning().count()).isEqualTo(1);
    }

    @Test
    void atTheSecondTickWhereGoroutinesWaitInItsQueue() {
        processor.queue().offer(SearchParts.goroutine());
        assertThat(retake.retake(1)).isEqualTo(1);
        assertThat(parked.hasAssignment()).isTrue();
    }

    @Test
    void atTheSecondTickWhereGoroutinesWaitForAnyProcessor() {
        parts.state.queues().global().add(SearchParts.goroutine(), 0);
        assertThat(retake.retake(1)).isEqualTo(1);
        assertThat(parked.hasAssignment()).isTrue();
    }
}
