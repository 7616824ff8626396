package dev.gmp.channel;

import static dev.gmp.testkit.Checkers.expect;
import static dev.gmp.testkit.Checkers.join;
import static dev.gmp.testkit.Checkers.start;

import dev.gmp.testkit.Checkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * CLAIM-1: what a claim hands over is written before it, and what it takes is read before it. Each protocol is so small that the
 * checker comes to the moment between the two in each run. What waits is the first thread, which needs fewer switches.
 */
@Tag("long")
@Timeout(600)
class ClaimProtocolTest {

    private static final int INTERLEAVINGS = 200;
    private static final int NONE = -1;

    @Test
    void aReceiverThatGoesOnHasItsValue() {
        Checkers.interleavings(INTERLEAVINGS, () -> {
            Channel<Integer> channel = Channel.unbuffered();
            Thread sender = start(() -> send(channel, 1));
            int received = receive(channel);
            join(sender);
            expect(received == 1, "received " + received);
        });
    }

    @Test
    void aSelectThatGoesOnHasItsValue() {
        Checkers.interleavings(INTERLEAVINGS, () -> {
            Channel<Integer> channel = Channel.unbuffered();
            int[] received = {NONE};
            Select select = Select.builder()
                    .receive(channel, value -> received[0] = value)
                    .build();
            Thread sender = start(() -> send(channel, 1));
            run(select);
            join(sender);
            expect(received[0] == 1, "received " + received[0]);
        });
    }

    @Test
    void aSenderThatMeetsACloseKnowsThatItsValueWasNotSent() {
        Checkers.interleavings(INTERLEAVINGS, () -> {
            Channel<Integer> channel = Channel.unbuffered();
            Thread closing = start(channel::close);
            boolean sent = send(channel, 1);
            join(closing);
            expect(!sent, "sent to no receiver");
        });
    }

    @Test
    void whatASelectOffersNextIsNotTakenForWhatItHasSent() {
        Checkers.interleavings(INTERLEAVINGS, () -> {
            Channel<Integer> channel = Channel.unbuffered();
            int[] offered = new int[1];
            Select select = Select.builder().send(channel, () -> ++offered[0]).build();
            int[] received = new int[2];
            Thread receiver = start(() -> {
                received[0] = receive(channel);
                received[1] = receive(channel);
            });
            run(select);
            run(select);
            join(receiver);
            expect(received[0] == 1 && received[1] == 2, "received " + received[0] + " and " + received[1]);
        });
    }

    private static boolean send(Channel<Integer> channel, int value) {
        try {
            channel.send(value);
            return true;
        } catch (ChannelClosedException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int receive(Channel<Integer> channel) {
        try {
            return channel.receive();
        } catch (ChannelClosedException e) {
            return NONE;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void run(Select select) {
        try {
            select.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
