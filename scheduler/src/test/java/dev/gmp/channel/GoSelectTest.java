package dev.gmp.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Go's chan_test.go asks of select. */
class GoSelectTest extends ChannelTest {

    /** Go: TestNonblockRecvRace: a receive that does not wait, against the close. */
    @Tag("long")
    @Test
    void whatIsInTheBufferIsFoundBesideTheClose() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            Channel<Integer> channel = Channel.buffered(1);
            channel.send(1);
            Running receiver = call(channel::tryReceive);
            channel.close();

            assertThat(receiver.get()).isEqualTo(java.util.Optional.of(1));
        }
    }

    /** Go: TestNonblockSelectRace: one of two channels is ready at any moment, so the default case cannot happen. */
    @Tag("long")
    @Test
    void theDefaultCaseDoesNotHappenWhileOneChannelOrTheOtherIsReady() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            Channel<Integer> first = Channel.buffered(1);
            Channel<Integer> second = Channel.buffered(1);
            AtomicBoolean none = new AtomicBoolean();
            first.send(1);
            Running selecting = go(() -> Select.builder()
                    .receive(first, value -> {})
                    .receive(second, value -> {})
                    .otherwise(() -> none.set(true))
                    .build()
                    .run());
            second.send(1);
            first.tryReceive();
            selecting.get();

            assertThat(none).isFalse();
        }
    }

    /** Go: TestSelfSelect: two that each send and receive on one channel meet each other, and none itself. */
    @Test
    void aSelectDoesNotReceiveWhatItSends() throws Exception {
        for (int capacity : new int[] {0, 10}) {
            Channel<Integer> channel = capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity);
            List<Running> both = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int me = i;
                both.add(call(() -> {
                    AtomicInteger foreign = new AtomicInteger();
                    Select select = Select.builder()
                            .send(channel, () -> me)
                            .receive(channel, value -> {
                                if (capacity == 0 && value == me) {
                                    throw new AssertionError("its own");
                                }
                                foreign.incrementAndGet();
                            })
                            .build();
                    for (int j = 0; j < 1_000; j++) {
                        select.run();
                    }
                    channel.close();
                    return foreign.get();
                }));
            }
            for (Running each : both) {
                try {
                    each.get();
                } catch (ChannelClosedException e) {
                    // the other one was done first
                }
            }
        }
    }

    /** Go: TestSelectStress: plain senders, a select that sends, plain receivers and a select that receives, on four channels. */
    @Test
    void manySelectsOnTheSameChannelsLoseNothing() throws Exception {
        int each = 2_000;
        List<Channel<Integer>> channels =
                List.of(Channel.unbuffered(), Channel.unbuffered(), Channel.buffered(2), Channel.buffered(3));
        List<Running> all = new ArrayList<>();
        for (Channel<Integer> channel : channels) {
            all.add(go(() -> {
                for (int i = 0; i < each; i++) {
                    channel.send(i);
                }
            }));
            all.add(go(() -> {
                for (int i = 0; i < each; i++) {
                    channel.receive();
                }
            }));
        }
        all.add(go(() -> {
            int[] sent = new int[4];
            SelectBuilder cases = Select.builder();
            for (int c = 0; c < 4; c++) {
                int number = c;
                cases.send(channels.get(c), () -> 0, () -> sent[number]++).when(() -> sent[number] < each);
            }
            runAll(cases.build(), 4 * each);
        }));
        all.add(go(() -> {
            int[] received = new int[4];
            SelectBuilder cases = Select.builder();
            for (int c = 0; c < 4; c++) {
                int number = c;
                cases.receive(channels.get(c), value -> received[number]++).when(() -> received[number] < each);
            }
            runAll(cases.build(), 4 * each);
        }));
        join(all);

        assertThat(channels).allSatisfy(channel -> {
            assertThat(channel.size()).isZero();
            assertThat(channel.trySend(1)).isEqualTo(channel.capacity() > 0);
        });
    }

    private static void runAll(Select select, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            select.run();
        }
    }

    /** Go: TestSelectFairness, with the bound of its exact test: of 10,000 draws each has 4,500 at least. */
    @Test
    void casesThatAreAlwaysReadyHappenEquallyOften() throws Exception {
        Channel<Integer> first = Channel.buffered(20_000);
        Channel<Integer> second = Channel.buffered(20_000);
        for (int i = 0; i < 20_000; i++) {
            first.send(i);
            second.send(i);
        }
        Channel<Integer> never = Channel.unbuffered();
        int[] counts = new int[2];
        Select select = Select.builder()
                .receive(never, value -> {})
                .receive(first, value -> counts[0]++)
                .receive(second, value -> counts[1]++)
                .receive(never, value -> {})
                .build();
        runAll(select, 10_000);

        assertThat(Math.min(counts[0], counts[1])).isGreaterThan(4_500);
    }

    /** Go: TestPseudoRandomSend: of two cases that send on the same channel, both happen. */
    @Test
    void casesOnTheSameChannelHappenEquallyOften() throws Exception {
        for (int capacity : new int[] {1, 1_000}) {
            Channel<Integer> channel = Channel.buffered(capacity);
            Running receiver = call(() -> channel.stream().mapToInt(i -> i).sum());
            Select select = Select.builder()
                    .send(channel, () -> 0)
                    .send(channel, () -> 1)
                    .build();
            go(() -> {
                runAll(select, 10_000);
                channel.close();
            });

            assertThat((int) receiver.get()).isBetween(4_000, 6_000);
        }
    }

    /** Go: TestSelectDuplicateChannel: the waiters of one channel that stands in several cases all leave it. */
    @Test
    void aChannelMayStandInSeveralCases() throws Exception {
        Channel<Integer> channel = Channel.unbuffered();
        Channel<Integer> other = Channel.unbuffered();
        List<Integer> received = new ArrayList<>();
        Running selecting = go(() -> Select.builder()
                        .receive(channel, received::add)
                        .receive(channel, received::add)
                        .receive(other, received::add)
                        .build()
                        .run())
                .awaitSelect();
        Running next = call(channel::receive).awaitReceive();

        other.send(1);
        selecting.get();
        channel.send(2);

        assertThat(received).containsExactly(1);
        assertThat(next.get()).isEqualTo(2);
        assertThat(channel.trySend(3)).isFalse();
    }

    /** Many wait for one channel, each for another one too: a value goes to one of them, a close to all. */
    @Test
    void manySelectsWaitOnOneChannel() throws Exception {
        Channel<Integer> channel = Channel.unbuffered();
        AtomicInteger received = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        List<Running> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(go(() -> Select.builder()
                            .receive(channel, value -> received.incrementAndGet(), closed::incrementAndGet)
                            .receive(Channel.<Integer>unbuffered(), value -> {})
                            .build()
                            .run())
                    .awaitSelect());
        }
        for (int i = 0; i < 20; i++) {
            channel.send(i);
        }
        channel.close();
        join(all);

        assertThat(received).hasValue(20);
        assertThat(closed).hasValue(30);
    }
}
