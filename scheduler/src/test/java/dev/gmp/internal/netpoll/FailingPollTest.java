package dev.gmp.internal.netpoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gmp.testkit.Thrown;
import dev.gmp.testkit.Together;
import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** READY-1: a poll may fail at any point, above all for want of memory, and none waits in vain. */
class FailingPollTest {

    private static final int READERS = 3;

    private final ScriptedSelector selector = new ScriptedSelector();
    private final Netpoll netpoll = new Netpoll(selector.provider());
    private final List<Pipe> pipes = new ArrayList<>();
    private final List<PollDescriptor> descriptors = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        netpoll.close();
        for (Pipe pipe : pipes) {
            pipe.source().close();
            pipe.sink().close();
        }
    }

    private enum Poll {
        NOW {
            @Override
            void poll(Netpoll netpoll) {
                netpoll.pollNow().forEach(LockSupport::unpark);
            }
        },
        BLOCKING {
            @Override
            void poll(Netpoll netpoll) {
                netpoll.poll(TimeUnit.HOURS.toNanos(1)).forEach(LockSupport::unpark);
            }
        },
        FLUSH {
            @Override
            void poll(Netpoll netpoll) {
                netpoll.flush().forEach(LockSupport::unpark);
            }
        };

        abstract void poll(Netpoll netpoll);
    }

    static Stream<Arguments> pollsAndWhatTheyThrow() {
        return Stream.of(Poll.values())
                .flatMap(poll -> Stream.of(Thrown.OUT_OF_MEMORY, Thrown.EXCEPTION, Thrown.ASSERTION)
                        .map(thrown -> Arguments.of(poll, thrown)));
    }

    /** Those that it has found are out of their slots, and no later poll would find them. */
    @ParameterizedTest
    @MethodSource("pollsAndWhatTheyThrow")
    void aThreadFoundByAPollThatFailsThenGoesOn(Poll poll, Thrown thrown) throws Exception {
        List<FutureTask<Void>> readers = startReaders();
        selector.beforeReport(number -> {
            if (number == READERS - 1) {
                thrown.raise();
            }
        });
        assertThatThrownBy(() -> poll.poll(netpoll)).isInstanceOf(thrown.make().getClass());
        for (FutureTask<Void> found : readers.subList(0, READERS - 1)) {
            Together.join(found);
        }
        assertThat(netpoll.waiters()).isEqualTo(1);

        selector.beforeReport(number -> {});
        poll.poll(netpoll);
        Together.join(readers.get(READERS - 1));
        assertThat(netpoll.waiters()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aChannelThatFailsKeepsNoOtherFromItsEvents(Poll poll) throws Exception {
        List<FutureTask<Void>> readers = startReaders();
        selector.attach(0, "no descriptor");
        assertThatThrownBy(() -> poll.poll(netpoll)).isInstanceOf(ClassCastException.class);
        for (FutureTask<Void> other : readers.subList(1, READERS)) {
            Together.join(other);
        }
        selector.attach(0, descriptors.get(0));
        poll.poll(netpoll);
        Together.join(readers.get(0));
        assertThat(netpoll.waiters()).isZero();
    }

    /** The interest in writing is taken away at each event, for which the selector needs memory. */
    @Test
    void aWriterGoesOnWithoutMemoryToForgetTheInterest() throws Exception {
        Pipe pipe = newPipe();
        PollSlot writes = netpoll.open(pipe.sink()).writes();
        FutureTask<Void> writer = startWaiting(writes, SelectionKey.OP_WRITE);
        selector.afterChange(Thrown.OUT_OF_MEMORY::raise);
        Poll.NOW.poll(netpoll);
        Together.join(writer);
        assertThat(selector.interest(0))
                .as("the selector has not heard that it is gone, and goes on reporting")
                .isEqualTo(SelectionKey.OP_WRITE);

        selector.afterChange(() -> {});
        Poll.NOW.poll(netpoll);
        assertThat(selector.interest(0)).isZero();
    }

    /** The key remembers the interest, the selector does not. */
    @Test
    void aThreadWithoutMemoryToWaitTellsTheSelectorTheNextTime() throws Exception {
        Pipe pipe = newPipe();
        PollSlot reads = netpoll.open(pipe.source()).reads();
        selector.afterChange(Thrown.OUT_OF_MEMORY::raise);
        assertThatThrownBy(() -> reads.tryWait(Thread.currentThread(), SelectionKey.OP_READ))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(netpoll.waiters()).isZero();
        assertThat(reads.isWaiting()).isFalse();

        CountDownLatch told = new CountDownLatch(1);
        selector.afterChange(told::countDown);
        FutureTask<Void> reader = startWaiting(reads, SelectionKey.OP_READ);
        assertThat(told.getCount()).isZero();
        Poll.NOW.poll(netpoll);
        Together.join(reader);
    }

    private List<FutureTask<Void>> startReaders() throws Exception {
        List<FutureTask<Void>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            PollDescriptor descriptor = netpoll.open(newPipe().source());
            descriptors.add(descriptor);
            readers.add(startWaiting(descriptor.reads(), SelectionKey.OP_READ));
        }
        return readers;
    }

    /** A thread that waits by the time that this returns. */
    private static FutureTask<Void> startWaiting(PollSlot slot, int interest) throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        FutureTask<Void> waiter = Together.start(() -> {
            slot.tryWait(Thread.currentThread(), interest);
            waits.countDown();
            do {
                LockSupport.park(slot); // not when it is told that it may go on already: the wake-up is what counts
            } while (slot.isWaiting());
        });
        assertThat(waits.await(60, TimeUnit.SECONDS)).isTrue();
        return waiter;
    }

    private Pipe newPipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipes.add(pipe);
        pipe.source().configureBlocking(false);
        pipe.sink().configureBlocking(false);
        return pipe;
    }
}
