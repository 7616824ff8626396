package dev.gmp.internal.sysmon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.Processor;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.quota.OvertimePriority;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.internal.sched.HandOff;
import dev.gmp.internal.sched.MachinePool;
import dev.gmp.internal.sched.ProtocolState;
import dev.gmp.internal.sched.TimerWaker;
import dev.gmp.internal.sched.WakeUp;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * PARK-1: while sysmon moves goroutines from one queue to another they are in none. A machine that searches then, and parks, has not
 * seen them. The thief that would have found them is one that the test does not start.
 */
class RetakeMoveTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(3), LocalRunQueue.CAPACITY);
    private final MachinePool machines = ProtocolState.machines(state);
    private final WakeUp wakeUp = new WakeUp(state, machines, new TimerWaker(state));
    private final Retake retake = new Retake(
            state,
            new HandOff(state, machines, wakeUp, null, null, null, OvertimePriority.never()),
            new LostMachines(null),
            new ProcessorLossLog(Runnable::run),
            ProtocolState.overload(state),
            ProtocolState.unpaced(state),
            OvertimePriority.never());
    private final Machine holder =
            new Machine(0, "m0", new Object(), new ProtocolState.NoVerbs(), new ProbePoint(), false);

    @ParameterizedTest
    @CsvSource({"0, true, 1", "1, false, 1", "1, true, 2", "2, false, 2", "200, true, 2"})
    void aMachineThatWouldStealFromTheNewQueueIsWoken(int waiting, boolean oneIsNext, int started) {
        Processor processor = state.idle().takeProcessor();
        holder.acquire(processor);
        holder.setCurrentRelease(new DirectGoroutine(() -> {}));
        LocalRunQueue<Goroutine> queue = processor.queue();
        for (int i = 0; i < waiting; i++) {
            assertThat(queue.offer(new DirectGoroutine(() -> {}))).isTrue();
        }
        if (oneIsNext) {
            queue.exchangeRunNext(new DirectGoroutine(() -> {}));
        }
        holder.setBlocking(true);

        for (int tick = 0; tick < 3; tick++) {
            retake.retake(TimeUnit.MILLISECONDS.toNanos(tick));
        }

        assertThat(processor.machine()).isNotSameAs(holder);
        assertThat(machines.created()).isEqualTo(started);
        assertThat(state.idle().spinning().count()).isEqualTo(started - 1);
    }
}
