package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Waits that end by an interrupt or by time lose nothing: the value was handed over, or is still its sender's. */
class InterruptedWaitTest extends ChannelTest {

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofDays(1_000_000);

    private final Channel<Integer> channel = Channel.unbuffered();

    @Test
    void anInterruptEndsAReceive() throws Exception {
        for (Duration timeout : new Duration[] {null, LONG}) {
            Running receiver = call(() -> {
                        Object received = timeout == null ? channel.receive() : channel.receive(timeout);
                        return received;
                    })
                    .awaitReceive();
            receiver.interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(receiver::get);
            assertThat(channel.trySend(1)).isFalse();
        }
    }

    @Test
    void anInterruptEndsASend() throws Exception {
        for (Duration timeout : new Duration[] {null, LONG}) {
            Running sender = go(() -> {
                        if (timeout == null) {
                            channel.send(1);
                        } else {
                            channel.send(1, timeout);
                        }
                    })
                    .awaitSend();
            sender.interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(sender::get);
            assertThat(channel.tryReceive()).isEmpty();
        }
    }

    @Test
    void anInterruptThatCameBeforeIsThrownAtOnceAndCleared() throws Exception {
        Channel<Integer> full = Channel.buffered(1);
        full.send(1);
        Running running = call(() -> {
            AtomicInteger thrown = new AtomicInteger();
            for (Body body : new Body[] {full::receive, () -> full.send(2), () -> full.receive(LONG)}) {
                Thread.currentThread().interrupt();
                try {
                    body.run();
                } catch (InterruptedException e) {
                    thrown.addAndGet(Thread.currentThread().isInterrupted() ? 100 : 1);
                }
            }
            return thrown.get();
        });

        assertThat(running.get()).isEqualTo(3);
        assertThat(full.tryReceive()).contains(1);
    }

    @Test
    void whatIsOnlyTriedIgnoresInterrupts() throws Exception {
        Channel<Integer> buffered = Channel.buffered(1);
        Running running = call(() -> {
            Thread.currentThread().interrupt();
            boolean sent = buffered.trySend(1);
            Optional<Integer> received = buffered.tryReceive();
            return sent && received.isPresent() && Thread.interrupted();
        });

        assertThat(running.get()).isEqualTo(true);
    }

    @Test
    void anIteratorTellsAnInterruptByACancellation() throws Exception {
        Running receiver = call(() -> {
                    try {
                        return channel.iterator().hasNext();
                    } catch (CancellationException e) {
                        return Thread.interrupted() ? e : "not interrupted";
                    }
                })
                .awaitReceive();
        receiver.interrupt();

        assertThat(receiver.get()).isInstanceOf(CancellationException.class);
    }

    @Test
    void anIteratorHasNoMoreThanTheChannel() throws Exception {
        Channel<Integer> buffered = Channel.buffered(1);
        buffered.send(1);
        buffered.close();
        var iterator = buffered.iterator();

        assertThat(iterator.hasNext()).isTrue();
        assertThat(iterator.hasNext()).isTrue();
        assertThat(iterator.next()).isEqualTo(1);
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(iterator::next);
    }

    @Test
    void timeEndsAWait() throws Exception {
        for (Duration timeout : new Duration[] {SHORT, Duration.ZERO, Duration.ofSeconds(-1)}) {
            assertThat(call(() -> channel.receive(timeout)).get()).isEqualTo(Optional.empty());
            assertThat(call(() -> channel.send(1, timeout)).get()).isEqualTo(false);
        }
        assertThat(channel.trySend(1)).isFalse();
        assertThat(channel.tryReceive()).isEmpty();
    }

    @Test
    void aWaitWithATimeIsServedBefore() throws Exception {
        Running receiver = call(() -> channel.receive(LONG)).awaitReceive();
        channel.send(1);
        Running sender = call(() -> channel.send(2, LONG)).awaitSend();

        assertThat(receiver.get()).isEqualTo(Optional.of(1));
        assertThat(channel.receive()).isEqualTo(2);
        assertThat(sender.get()).isEqualTo(true);
    }

    /** Each send says whether the value arrived, whatever ended it. */
    @Test
    void valuesArriveExactlyWhenTheirSendsSaySo() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        Running sender = go(() -> {
            for (int i = 0; i < 2_000; i++) {
                try {
                    if (channel.send(i, Duration.ofNanos(i % 50 * 1_000))) {
                        sent.incrementAndGet();
                    }
                } catch (InterruptedException e) {
                    // not sent
                }
            }
            channel.close();
        });
        Running interrupter = go(() -> {
            while (!sender.isDone()) {
                sender.interrupt();
                Thread.sleep(1);
            }
        });
        Running receiver = call(() -> {
            int received = 0;
            int last = -1;
            while (true) {
                Optional<Integer> next = channel.receive(Duration.ofNanos(received % 30 * 1_000));
                if (next.isPresent()) {
                    assertThat(next.get()).isGreaterThan(last);
                    last = next.get();
                    received++;
                } else if (channel.isClosed()) {
                    return received;
                }
            }
        });
        sender.get();
        interrupter.get();

        assertThat(receiver.get()).isEqualTo(sent.get());
    }
}
