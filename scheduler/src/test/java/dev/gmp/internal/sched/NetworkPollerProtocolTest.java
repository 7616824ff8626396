package dev.gmp.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.ProbePoint;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.netpoll.Netpoll;
import dev.gmp.internal.netpoll.PollSlot;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.testkit.CapturedLog;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine that polls without blocking, and what others see of it meanwhile. */
class NetworkPollerProtocolTest {

    private final SchedulerState state = new SchedulerState(ProtocolState.unbounded(2), LocalRunQueue.CAPACITY);
    private final WakeUp wakeUp = new WakeUp(state, null, null);
    private final AtomicInteger waits = new AtomicInteger();

    /** By its clock a wait is over when it has begun. */
    private final NetworkPoller networkPoller =
            new NetworkPoller(state, wakeUp, () -> waits.getAndIncrement() * NetworkPoller.LONGEST_WAIT_NANOS);

    private final Machine machine = new Machine(0, "m0", state, new ProtocolState.NoVerbs(), new ProbePoint(), false);
    private Pipe pipe;

    /** The test's thread waits for what is there already. */
    @BeforeEach
    void waitForWhatIsThere() throws IOException {
        machine.acquire(state.idle().takeProcessor());
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

    /** NETPOLL-2: a goroutine for which it would wait in the selector is run by no other while it counts as spinning. */
    @Test
    void aMachineThatSpinsDoesNotPoll() {
        state.idle().startSpinning(machine);
        assertThat(networkPoller.pollNow(machine)).isFalse();
        assertThat(state.netpoll().waiters()).isEqualTo(1);

        state.idle().stopSpinning(machine);
        assertThat(networkPoller.pollNow(machine)).isTrue();
        assertThat(state.netpoll().waiters()).isZero();
        assertThat(machine.isSpinning()).isTrue();
    }

    @Test
    void othersSeeThatAMachinePollsUntilItHasDone() throws Exception {
        FutureTask<Boolean> poll;
        Selector selector = selector();
        synchronized (selector) {
            poll = new FutureTask<>(() -> networkPoller.pollNow(machine));
            Thread polling = new Thread(poll);
            polling.start();
            await().until(() -> polling.getState() == Thread.State.BLOCKED);
            assertThat(isAwaited()).isTrue();
        }
        assertThat(poll.get()).isTrue();
        assertThat(isAwaited()).isFalse();
    }

    @Test
    void noMachineWaitsForAPollThatHasFailed() throws Exception {
        pipe.source().keyFor(selector()).attach("no descriptor");
        try (CapturedLog log = CapturedLog.of(NetworkPoller.class.getName())) {
            assertThat(networkPoller.pollNow(machine)).isFalse();
            await().until(() -> log.messages().size() == 1);
        }
        assertThat(isAwaited()).isFalse();
    }

    /** Go: 10 ms. While all processors are busy no machine may come to it for as long as they are. */
    @Test
    void sysmonPollsWhereNoMachineHasForTenMilliseconds() {
        state.idle().takeProcessor();
        long last = state.netpoll().lastPoll();

        networkPoller.pollIfNeglected(last + TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(state.netpoll().waiters()).isEqualTo(1);

        networkPoller.pollIfNeglected(last + TimeUnit.MILLISECONDS.toNanos(10) + 1);
        assertThat(state.netpoll().waiters()).isZero();
    }

    private boolean isAwaited() {
        waits.set(0);
        networkPoller.awaitHarvest();
        return waits.get() > 0;
    }

    private Selector selector() throws ReflectiveOperationException {
        Field selector = Netpoll.class.getDeclaredField("selector");
        selector.setAccessible(true);
        return (Selector) selector.get(state.netpoll());
    }
}
