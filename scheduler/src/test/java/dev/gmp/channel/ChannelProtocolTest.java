package dev.gmp.channel;

import static dev.gmp.testkit.Checkers.expect;
import static dev.gmp.testkit.Checkers.join;
import static dev.gmp.testkit.Checkers.start;

import dev.gmp.testkit.Checkers;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HAND-1 and CLAIM-1 where threads wait: each value goes to one receiver, or it stays its sender's, and no wait is for ever. */
@Tag("long")
@Timeout(600)
class ChannelProtocolTest {

    private static final int NOT_SENT = -1;
    private static final int END = -2;

    @Test
    void everyValueIsHandedOverOnce() {
        for (int capacity = 0; capacity <= 2; capacity++) {
            int places = capacity;
            Checkers.everyInterleaving(() -> valuesComeInOrder(places));
        }
        Checkers.everyInterleaving(ChannelProtocolTest::twoSendersMeetOneReceiver);
        Checkers.everyInterleaving(ChannelProtocolTest::twoReceiversMeetOneSender);
        Checkers.everyInterleaving(ChannelProtocolTest::aSenderMeetsReceiverAndClose);
        Checkers.everyInterleaving(ChannelProtocolTest::aReceiverMeetsSenderAndClose);
        Checkers.everyInterleaving(ChannelProtocolTest::twoSelectsMeetOneValue);
        Checkers.everyInterleaving(ChannelProtocolTest::aSelectMeetsTwoSenders);
        Checkers.everyInterleaving(ChannelProtocolTest::aSelectMeetsTwoReceivers);
        Checkers.everyInterleaving(ChannelProtocolTest::selectsMeetEachOther);
    }

    private static void valuesComeInOrder(int capacity) {
        Channel<Integer> channel = channel(capacity);
        Thread sender = start(() -> {
            for (int i = 1; i <= 3; i++) {
                send(channel, i);
            }
        });
        for (int i = 1; i <= 3; i++) {
            int received = receive(channel);
            expect(received == i, received + " came as number " + i);
        }
        join(sender);
        expect(channel.tryReceive().isEmpty(), "a value came twice");
    }

    private static void twoSendersMeetOneReceiver() {
        Channel<Integer> channel = channel(0);
        Thread one = start(() -> send(channel, 1));
        Thread two = start(() -> send(channel, 2));
        int received = receive(channel) + receive(channel);
        join(one);
        join(two);
        expect(received == 3, "not each once: the sum is " + received);
    }

    private static void twoReceiversMeetOneSender() {
        Channel<Integer> channel = channel(0);
        AtomicInteger received = new AtomicInteger();
        Thread one = start(() -> received.addAndGet(receive(channel)));
        Thread two = start(() -> received.addAndGet(receive(channel)));
        send(channel, 1);
        send(channel, 2);
        join(one);
        join(two);
        expect(received.get() == 3, "not each once: the sum is " + received);
    }

    private static void aSenderMeetsReceiverAndClose() {
        Channel<Integer> channel = channel(0);
        int[] sent = new int[1];
        Thread sender = start(() -> sent[0] = send(channel, 1));
        Thread closing = start(channel::close);
        int received = channel.tryReceive().orElse(NOT_SENT);
        join(closing);
        join(sender);
        expect(sent[0] == received, "sent " + sent[0] + ", and received " + received);
    }

    private static void aReceiverMeetsSenderAndClose() {
        Channel<Integer> channel = channel(1);
        int[] received = new int[1];
        Thread receiver = start(() -> received[0] = receive(channel));
        Thread closing = start(channel::close);
        int sent = send(channel, 1);
        join(closing);
        join(receiver);
        expect(received[0] == (sent == 1 ? 1 : END), "sent " + sent + ", and received " + received[0]);
    }

    private static void twoSelectsMeetOneValue() {
        Channel<Integer> first = channel(0);
        Channel<Integer> second = channel(0);
        AtomicInteger received = new AtomicInteger();
        AtomicInteger ends = new AtomicInteger();
        Runnable selects = () -> run(Select.builder()
                .receive(first, received::addAndGet, ends::incrementAndGet)
                .receive(second, received::addAndGet, ends::incrementAndGet));
        Thread one = start(selects);
        Thread two = start(selects);
        send(second, 1);
        first.close();
        join(one);
        join(two);
        expect(received.get() == 1 && ends.get() == 1, received + " received, and " + ends + " closed");
    }

    private static void aSelectMeetsTwoSenders() {
        Channel<Integer> first = channel(0);
        Channel<Integer> second = channel(0);
        int[] received = new int[2];
        Thread one = start(() -> send(first, 1));
        Thread two = start(() -> send(second, 2));
        Select select = Select.builder()
                .receive(first, value -> received[0] += value)
                .receive(second, value -> received[1] += value)
                .build();
        run(select);
        run(select);
        join(one);
        join(two);
        expect(received[0] == 1 && received[1] == 2, "received " + received[0] + " and " + received[1]);
    }

    private static void aSelectMeetsTwoReceivers() {
        Channel<Integer> first = channel(0);
        Channel<Integer> second = channel(0);
        int[] received = new int[2];
        int[] sent = new int[1];
        Thread one = start(() -> received[0] = receive(first));
        Thread two = start(() -> received[1] = receive(second));
        run(Select.builder().send(first, () -> 1, () -> sent[0] += 1).send(second, () -> 2, () -> sent[0] += 2));
        first.close();
        second.close();
        join(one);
        join(two);
        boolean firstGotIt = sent[0] == 1 && received[0] == 1 && received[1] == END;
        boolean secondGotIt = sent[0] == 2 && received[0] == END && received[1] == 2;
        expect(firstGotIt || secondGotIt, "sent " + sent[0] + ", received " + received[0] + " and " + received[1]);
    }

    /** They lock the two channels as opposite cases: neither waits for the other's lock for ever. */
    private static void selectsMeetEachOther() {
        Channel<Integer> first = channel(0);
        Channel<Integer> second = channel(0);
        int[] sent = new int[1];
        int[] received = new int[2];
        Thread other = start(() -> run(Select.builder()
                .send(second, () -> 2, () -> sent[0] = 2)
                .receive(first, value -> received[0] = value)));
        int[] sentHere = new int[1];
        run(Select.builder().send(first, () -> 1, () -> sentHere[0] = 1).receive(second, value -> received[1] = value));
        join(other);
        expect(
                sentHere[0] == received[0] && sent[0] == received[1] && received[0] + received[1] > 0,
                "sent " + sentHere[0] + " and " + sent[0] + ", received " + received[0] + " and " + received[1]);
    }

    private static Channel<Integer> channel(int capacity) {
        return capacity == 0 ? Channel.unbuffered() : Channel.buffered(capacity);
    }

    private static int send(Channel<Integer> channel, int value) {
        try {
            channel.send(value);
            return value;
        } catch (ChannelClosedException e) {
            return NOT_SENT;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int receive(Channel<Integer> channel) {
        try {
            return channel.receive();
        } catch (ChannelClosedException e) {
            return END;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void run(SelectBuilder cases) {
        run(cases.build());
    }

    private static void run(Select select) {
        try {
            select.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
