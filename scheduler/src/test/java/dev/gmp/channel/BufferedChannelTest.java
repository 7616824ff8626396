package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A channel with room for some values. */
class BufferedChannelTest extends ChannelTest {

    @Test
    void valuesComeInTheOrderOfTheSends() throws Exception {
        for (int capacity : new int[] {1, 7, 8, 9, 64, 100}) {
            Channel<Integer> channel = Channel.buffered(capacity);
            Running sender = go(() -> {
                for (int i = 0; i < 1_000; i++) {
                    channel.send(i);
                }
            });
            for (int i = 0; i < 1_000; i++) {
                assertThat(channel.receive()).isEqualTo(i);
            }
            sender.get();
        }
    }

    @Test
    void asManyFitAsTheCapacity() {
        for (int capacity : new int[] {1, 2, 8, 13, 100}) {
            Channel<Integer> channel = Channel.buffered(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(channel.size()).isEqualTo(i);
                assertThat(channel.trySend(i)).isTrue();
            }
            assertThat(channel.trySend(-1)).isFalse();
            assertThat(channel.size()).isEqualTo(capacity);
            assertThat(channel.capacity()).isEqualTo(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(channel.tryReceive()).contains(i);
            }
            assertThat(channel.tryReceive()).isEmpty();
        }
    }

    /** The ring grows while its oldest value stands in the middle. */
    @Test
    void theOrderIsKeptWhileTheRingGrows() {
        Channel<Integer> channel = Channel.buffered(1_000);
        int sent = 0;
        int received = 0;
        for (int round = 1; sent - received < 900; round++) {
            for (int i = 0; i < 3 * round; i++) {
                assertThat(channel.trySend(sent++)).isTrue();
            }
            for (int i = 0; i < round; i++) {
                assertThat(channel.tryReceive()).contains(received++);
            }
        }
        while (received < sent) {
            assertThat(channel.tryReceive()).contains(received++);
        }
    }

    @Test
    void aChannelOfEnormousCapacityTakesNoMemoryForIt() {
        Channel<Integer> channel = Channel.buffered(Integer.MAX_VALUE);

        IntStream.range(0, 1_000).forEach(i -> assertThat(channel.trySend(i)).isTrue());

        assertThat(channel.size()).isEqualTo(1_000);
    }

    /** Go: a receive from a full buffer moves the first waiting sender's value in. */
    @Test
    void theFirstSenderThatWaitsGetsTheRoomThatAReceiverMakes() throws Exception {
        Channel<Integer> channel = Channel.buffered(2);
        channel.send(0);
        channel.send(1);
        Running first = go(() -> channel.send(2)).awaitSend();
        Running second = go(() -> channel.send(3)).awaitSend();

        assertThat(channel.receive()).isZero();
        first.get();
        assertThat(second.isDone()).isFalse();
        assertThat(channel.size()).isEqualTo(2);
        assertThat(channel.trySend(9)).isFalse();

        assertThat(List.of(channel.receive(), channel.receive(), channel.receive()))
                .containsExactly(1, 2, 3);
        second.get();
    }

    /** The same object may be sent again while it is in the buffer. */
    @Test
    void equalValuesAreNotMistakenForEachOther() throws Exception {
        Channel<String> channel = Channel.buffered(1);
        channel.send("same");
        Running sender = go(() -> channel.send("same")).awaitSend();

        assertThat(channel.receive()).isEqualTo("same");
        sender.get();
        assertThat(channel.tryReceive()).contains("same");
        assertThat(channel.tryReceive()).isEmpty();
    }

    /** Go: TestChan, its last part. */
    @Test
    void everyValueOfManySendersReachesOneOfManyReceivers() throws Exception {
        for (int capacity : new int[] {0, 1, 10}) {
            Channel<Integer> channel = capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity);
            List<Running> senders = new ArrayList<>();
            List<Running> receivers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                senders.add(go(() -> {
                    for (int value = 0; value < 1_000; value++) {
                        channel.send(value);
                    }
                }));
                receivers.add(call(() -> {
                    int[] counts = new int[1_000];
                    channel.forEach(value -> counts[value]++);
                    return counts;
                }));
            }
            join(senders);
            channel.close();

            int[] sums = new int[1_000];
            for (Running receiver : receivers) {
                int[] counts = (int[]) receiver.get();
                IntStream.range(0, 1_000).forEach(i -> sums[i] += counts[i]);
            }
            assertThat(sums).containsOnly(4);
        }
    }

    @Test
    void aCapacityIsAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Channel.buffered(0))
                .withMessage("capacity must be at least 1, but was 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Channel.buffered(-1));
    }
}
