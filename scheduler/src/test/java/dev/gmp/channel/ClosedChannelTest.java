package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a closed channel gives to receivers, and what it refuses to senders. */
class ClosedChannelTest extends ChannelTest {

    private final Channel<Integer> channel = Channel.buffered(2);

    @Test
    void whatIsInTheBufferCanStillBeReceived() throws Exception {
        channel.send(1);
        channel.send(2);
        channel.close();

        assertThat(channel.isClosed()).isTrue();
        assertThat(channel.receive()).isEqualTo(1);
        assertThat(channel.tryReceive()).contains(2);
        assertReceivesNothing();
    }

    private void assertReceivesNothing() throws InterruptedException {
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(channel::receive)
                .withNoCause();
        assertThat(channel.receive(Duration.ofDays(1))).isEmpty();
        assertThat(channel.tryReceive()).isEmpty();
        assertThat(channel.iterator().hasNext()).isFalse();
        assertThat(channel.stream()).isEmpty();
    }

    @Test
    void nothingCanBeSent() {
        channel.close();

        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> channel.send(1));
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> channel.send(1, Duration.ofDays(1)));
        assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(() -> channel.trySend(1));
        assertThat(channel.size()).isZero();
    }

    @Test
    void closingAgainDoesNothing() {
        channel.close(new IllegalStateException("first"));
        channel.close();
        channel.close(new IllegalStateException("third"));

        assertThat(channel.failure()).get().extracting(Throwable::getMessage).isEqualTo("first");
    }

    @Test
    void theCauseComesWithTheException() {
        Exception cause = new Exception("no more of them");
        assertThat(channel.failure()).isEmpty();
        channel.close(cause);

        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(channel::receive)
                .withCause(cause);
        assertThatExceptionOfType(ChannelClosedException.class)
                .isThrownBy(() -> channel.trySend(1))
                .withCause(cause);
        assertThat(channel.failure()).containsSame(cause);
    }

    @Test
    void receiversThatWaitFindItClosed() throws Exception {
        List<Running> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(call(channel::receive).awaitReceive());
            waiting.add(call(() -> channel.receive(Duration.ofDays(1))).awaitReceive());
            waiting.add(call(() -> channel.iterator().hasNext()).awaitReceive());
        }
        channel.close();

        for (int i = 0; i < waiting.size(); i += 3) {
            assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(waiting.get(i)::get);
            assertThat(waiting.get(i + 1).get()).isEqualTo(java.util.Optional.empty());
            assertThat(waiting.get(i + 2).get()).isEqualTo(false);
        }
    }

    @Test
    void sendersThatWaitKeepTheirValues() throws Exception {
        channel.send(1);
        channel.send(2);
        List<Running> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(go(() -> channel.send(3)).awaitSend());
            waiting.add(call(() -> channel.send(3, Duration.ofDays(1))).awaitSend());
        }
        channel.close();

        for (Running each : waiting) {
            assertThatExceptionOfType(ChannelClosedException.class).isThrownBy(each::get);
        }
        assertThat(channel.stream()).containsExactly(1, 2);
    }

    @Test
    void aTryBlockClosesItAtItsEnd() throws Exception {
        Running sender = go(() -> {
            try (channel) {
                for (int i = 0; i < 5; i++) {
                    channel.send(i);
                }
            }
        });

        assertThat(channel.stream()).containsExactly(0, 1, 2, 3, 4);
        sender.get();
    }

    @Test
    void nullIsNeitherSentNorACause() {
        assertThatNullPointerException().isThrownBy(() -> channel.send(null));
        assertThatNullPointerException().isThrownBy(() -> channel.trySend(null));
        assertThatNullPointerException().isThrownBy(() -> channel.send(null, Duration.ZERO));
        assertThatNullPointerException().isThrownBy(() -> channel.send(1, null));
        assertThatNullPointerException().isThrownBy(() -> channel.receive(null));
        assertThatNullPointerException().isThrownBy(() -> channel.close(null));
        assertThat(channel.isClosed()).isFalse();
        assertThat(channel.size()).isZero();
    }
}
