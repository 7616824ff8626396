package dev.gmp.internal.netpoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gmp.testkit.Interrupts;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NetpollTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Netpoll netpoll = new Netpoll();
    private final Thread me = Thread.currentThread();
    private Pipe pipe;
    private PollSlot reads;

    @BeforeEach
    void openPipe() throws IOException {
        pipe = newPipe();
        reads = netpoll.open(pipe.source()).reads();
    }

    @AfterEach
    void close() throws IOException {
        netpoll.close();
        pipe.source().close();
        pipe.sink().close();
    }

    @Test
    void theSelectorIsClosedWhenNoChannelIsLeftAndTheNextOneOpensAnother() throws Exception {
        assertThat(netpoll.closeIfUnused()).as("a channel is open").isFalse();
        pipe.source().close();
        assertThat(netpoll.closeIfUnused()).isTrue();
        assertThat(netpoll.closeIfUnused()).isTrue();
        assertThat(netpoll.isClosed()).isFalse();

        pipe.sink().close();
        openPipe();
        assertThat(waitToRead()).isTrue();
        send();
        assertThat(netpoll.poll(HOUR)).containsExactly(me);
    }

    @Test
    void aWaiterIsToldOnce() throws Exception {
        assertThat(netpoll.hasWaiters()).isFalse();
        assertThat(waitToRead()).isTrue();
        assertThat(netpoll.waiters()).isEqualTo(1);
        assertThat(netpoll.pollNow()).isEmpty();

        send();
        assertThat(netpoll.poll(HOUR)).containsExactly(me);
        assertThat(netpoll.waiters()).isZero();
        assertThat(reads.isWaiting()).isFalse();
        assertThat(netpoll.pollNow()).isEmpty();
    }

    @Test
    void aThreadThatWaitsAgainIsToldAgainWhateverWasPolledBetween() throws Exception {
        for (int polls = 0; polls < 12; polls++) { // more than are ignored before the interest is taken away
            send();
            for (int i = 0; i < polls; i++) {
                assertThat(netpoll.pollNow()).isEmpty();
            }
            receive();
            reads.reset();
            assertThat(waitToRead()).isTrue();
            send();
            assertThat(netpoll.poll(HOUR)).as("after %d polls", polls).containsExactly(me);
            receive();
            reads.reset();
        }
    }

    @Test
    void anEventBetweenTheAttemptAndTheWaitIsKept() throws Exception {
        assertThat(waitToRead()).isTrue();
        assertThat(reads.tryCancel()).isTrue();

        send();
        await().until(() -> netpoll.pollNow().isEmpty() && !waitToReadOrCancel());
        assertThat(netpoll.waiters()).isZero();
    }

    @Test
    void unreadDataDoesNotKeepAPollFromBlocking() throws Exception {
        assertThat(waitToRead()).isTrue();
        send();
        assertThat(netpoll.poll(HOUR)).containsExactly(me);
        netpoll.poll(HOUR); // takes the interest away
        FutureTask<Void> blocked = Together.start(() -> netpoll.poll(HOUR));
        assertThatThrownBy(() -> blocked.get(100, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        netpoll.wakeup();
        Together.join(blocked);
    }

    /** Go: TestNetpollBreak. */
    @Test
    void aWakeupEndsThePollThatBlocksOrTheNextOne() throws Exception {
        for (int i = 0; i < 100; i++) {
            FutureTask<Void> blocked =
                    Together.start(() -> assertThat(netpoll.poll(HOUR)).isEmpty());
            Together.jitter(i * 0x9E3779B9);
            netpoll.wakeup();
            netpoll.wakeup();
            Together.join(blocked);
            netpoll.pollNow();
        }
    }

    /** BREAK-2. */
    @Test
    void aWakeupIsNotTakenAwayByAPollThatDoesNotBlock() throws Exception {
        for (int i = 0; i < 3; i++) {
            netpoll.wakeup();
            netpoll.pollNow();
            FutureTask<Void> blocks =
                    Together.start(() -> assertThat(netpoll.poll(HOUR)).isEmpty());
            Together.join(blocks);
        }
    }

    @Test
    void aWaitThatBeginsWhileAPollBlocksIsSeen() throws Exception {
        send();
        for (int i = 0; i < 200; i++) {
            FutureTask<Void> polls = Together.start(() -> {
                List<Thread> woken = List.of();
                while (woken.isEmpty()) {
                    woken = netpoll.poll(HOUR);
                }
                woken.forEach(LockSupport::unpark);
            });
            Together.jitter(i * 0x9E3779B9);
            reads.reset();
            if (waitToRead()) {
                while (reads.isWaiting()) {
                    Interrupts.check();
                    LockSupport.park();
                }
            } else { // an event that came late, from the last round
                reads.reset();
                waitToRead();
            }
            Together.join(polls);
        }
    }

    @Test
    void aClosedChannelWakesItsWaiterAndLeavesTheSelector() throws Exception {
        Pipe other = newPipe();
        PollDescriptor descriptor = netpoll.open(other.source());
        assertThat(descriptor.reads().tryWait(me, SelectionKey.OP_READ)).isTrue();
        FutureTask<Void> blocked = Together.start(() -> {
            while (descriptor.reads().isWaiting()) {
                netpoll.poll(HOUR);
            }
            netpoll.poll(HOUR);
        });

        other.source().close();
        descriptor.wakeBoth();
        netpoll.flush();
        assertThat(descriptor.reads().isWaiting()).isFalse();
        assertThat(descriptor.reads().tryWait(me, SelectionKey.OP_READ)).isFalse();
        descriptor.reads().reset();
        assertThat(descriptor.reads().tryWait(me, SelectionKey.OP_READ))
                .as("the key is cancelled")
                .isFalse();
        assertThat(netpoll.waiters()).isZero();
        await().untilAsserted(() -> assertThatThrownBy(() -> {
                    for (int i = 0; i < 100_000; i++) { // until the pipe is full, or broken
                        other.sink().write(ByteBuffer.allocate(1_000));
                    }
                })
                .isInstanceOf(IOException.class));
        other.sink().close();
        while (!blocked.isDone()) {
            Interrupts.check();
            netpoll.wakeup();
        }
        Together.join(blocked);
    }

    @Test
    void onePollWakesNoMoreThanABatchAndTheNextTheRest() throws Exception {
        List<Pipe> pipes = new ArrayList<>();
        int count = Netpoll.BATCH + 10;
        for (int i = 0; i < count; i++) {
            Pipe each = newPipe();
            pipes.add(each);
            assertThat(netpoll.open(each.source()).reads().tryWait(me, SelectionKey.OP_READ))
                    .isTrue();
            each.sink().write(ByteBuffer.allocate(1));
        }
        assertThat(netpoll.pollNow()).hasSize(Netpoll.BATCH);
        assertThat(netpoll.waiters()).isEqualTo(10);
        assertThat(netpoll.pollNow()).hasSize(10);
        assertThat(netpoll.waiters()).isZero();
        for (Pipe each : pipes) {
            each.source().close();
            each.sink().close();
        }
    }

    @Test
    void onlyOneWaitsInADirection() {
        assertThat(waitToRead()).isTrue();
        assertThatThrownBy(this::waitToRead).isInstanceOf(IllegalStateException.class);
        assertThat(netpoll.waiters()).isEqualTo(1);
    }

    @Test
    void afterItsCloseNoThreadCanWait() throws Exception {
        netpoll.close();
        assertThat(waitToRead()).isFalse();
        assertThat(netpoll.poll(HOUR)).isEmpty();
        assertThatThrownBy(() -> netpoll.open(pipe.sink())).isInstanceOf(IllegalStateException.class);
    }

    private boolean waitToRead() {
        return reads.tryWait(me, SelectionKey.OP_READ);
    }

    private boolean waitToReadOrCancel() {
        return waitToRead() && reads.tryCancel();
    }

    private static Pipe newPipe() throws IOException {
        Pipe made = Pipe.open();
        made.source().configureBlocking(false);
        made.sink().configureBlocking(false);
        return made;
    }

    private void send() throws IOException {
        pipe.sink().write(ByteBuffer.allocate(1));
    }

    private void receive() throws IOException {
        pipe.source().read(ByteBuffer.allocate(100));
    }
}
