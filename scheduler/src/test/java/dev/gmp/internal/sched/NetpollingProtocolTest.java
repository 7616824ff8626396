package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.runq.LocalRunQueue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who polls without blocking. */
@Timeout(60)
class NetpollingProtocolTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final WakeUp wakeUp = new WakeUp(state, null, null);
    private final Netpolling netpolling = new Netpolling(state, wakeUp);
    private final Machine machine = new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint());
    private Pipe pipe;

    /** The test's thread waits for what is there already. */
    @BeforeEach
    void waitForWhatIsThere() throws IOException {
        machine.acquire(state.takeIdle());
        pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        PollSlot reads = state.netpoll().open(pipe.source()).reads();
        assertThat(reads.tryWait(Thread.currentThread(), SelectionKey.OP_READ)).isTrue();
        pipe.sink().write(ByteBuffer.allocate(1));
    }

    @AfterEach
    void close() throws IOException {
        state.netpoll().close();
        pipe.source().close();
        pipe.sink().close();
    }

    /** NETPOLL-2: a goroutine for which it would wait in the selector is run by nobody else while it counts as spinning. */
    @Test
    void aMachineThatSpinsDoesNotPoll() {
        state.startSpinning(machine);
        assertThat(netpolling.pollNow(machine)).isFalse();
        assertThat(state.netpoll().waiters()).isEqualTo(1);

        state.stopSpinning(machine);
        assertThat(netpolling.pollNow(machine)).isTrue();
        assertThat(state.netpoll().waiters()).isZero();
        assertThat(machine.isSpinning()).isTrue();
    }
}
