package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A channel without room: one waits for the other. */
class UnbufferedChannelTest extends ChannelTest {

    private final Channel<Integer> channel = Channel.unbuffered();

    @Test
    void aReceiverWaitsForASender() throws Exception {
        Running receiver = call(channel::receive).awaitReceive();

        channel.send(1);

        assertThat(receiver.get()).isEqualTo(1);
    }

    @Test
    void aSenderWaitsForAReceiver() throws Exception {
        Running sender = go(() -> channel.send(1)).awaitSend();

        assertThat(sender.isDone()).isFalse();
        assertThat(channel.receive()).isEqualTo(1);
        sender.get();
    }

    @Test
    void nothingIsKept() throws Exception {
        assertThat(channel.trySend(1)).isFalse();
        assertThat(channel.tryReceive()).isEmpty();
        Running sender = go(() -> channel.send(1)).awaitSend();

        assertThat(channel.size()).isZero();
        assertThat(channel.capacity()).isZero();
        assertThat(channel.tryReceive()).contains(1);
        sender.get();
    }

    @Test
    void whatIsTriedMeetsOneThatWaits() throws Exception {
        Running receiver = call(channel::receive).awaitReceive();

        assertThat(channel.trySend(1)).isTrue();
        assertThat(channel.trySend(2)).isFalse();
        assertThat(receiver.get()).isEqualTo(1);
    }

    @Test
    void receiversAreServedInTheOrderOfTheirComing() throws Exception {
        List<Running> receivers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            receivers.add(call(channel::receive).awaitReceive());
        }
        for (int i = 0; i < 10; i++) {
            channel.send(i);
        }

        for (int i = 0; i < 10; i++) {
            assertThat(receivers.get(i).get()).isEqualTo(i);
        }
    }

    @Test
    void sendersAreServedInTheOrderOfTheirComing() throws Exception {
        List<Running> senders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int value = i;
            senders.add(go(() -> channel.send(value)).awaitSend());
        }
        for (int i = 0; i < 10; i++) {
            assertThat(channel.receive()).isEqualTo(i);
        }

        join(senders);
    }

    /** One that is done with waiting in the middle of the others is passed over. */
    @Test
    void theOrderIsKeptWhenOneGivesUp() throws Exception {
        Running first = call(channel::receive).awaitReceive();
        Running second = call(channel::receive).awaitReceive();
        Running third = call(channel::receive).awaitReceive();
        second.interrupt();
        assertThat(second.outcome()).failsWithin(java.time.Duration.ofSeconds(60));

        channel.send(1);
        channel.send(2);

        assertThat(first.get()).isEqualTo(1);
        assertThat(third.get()).isEqualTo(2);
    }

    @Test
    void twoHandAValueToAndFro() throws Exception {
        Channel<Integer> back = Channel.unbuffered();
        Running other = go(() -> {
            for (int value : channel) {
                back.send(value + 1);
            }
        });
        Running one = call(() -> {
            int value = 0;
            for (int i = 0; i < 5_000; i++) {
                channel.send(value);
                value = back.receive();
            }
            channel.close();
            return value;
        });

        assertThat(one.get()).isEqualTo(5_000);
        other.get();
    }
}
