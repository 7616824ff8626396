package dev.gmp.internal.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sysmon.Sysmon;
import dev.gmp.internal.sysmon.SysmonDuties;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The monitor is silent only when no machine has a processor. */
class SysmonSilenceTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final Processor second = state.processors().get(1);
    private final Machine machine =
            new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private final AtomicInteger ticks = new AtomicInteger();

    @Test
    void aProcessorThatIsToGoIsStillLookedAt() {
        ProcResize resize = new ProcResize(state, null);
        state.idle().tryTakeProcessor(second);
        machine.acquire(second);
        resize.setProcs(1);
        Sysmon sysmon = LoneSysmon.of(
                state,
                new SysmonDuties(
                        () -> false, () -> {}, now -> ticks.incrementAndGet(), List.of(), () -> false, () -> false));
        sysmon.ensureStarted();
        try {
            sysmon.silence();
            int before = ticks.get();
            await().until(() -> ticks.get() > before + 10);
            assertThat(sysmon.silence()).isFalse();

            assertThat(machine.tryRelease()).isSameAs(second);
            resize.putIdle(second);
            await().until(sysmon::silence);
        } finally {
            sysmon.stop();
        }
    }
}
