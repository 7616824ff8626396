package dev.gmp.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * CLAIM-1: a sender that waits keeps its value if and only if nothing has received it, whatever ends the wait. What it wrote before is
 * seen with the value.
 */
public final class HandOverJcstress {

    private static final int NOT_SENT = 0;
    private static final int SENT = 1;

    /** The receiver comes when the sender has just been interrupted. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "interrupted, and the value is the sender's")
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "handed over")
    @Outcome(expect = FORBIDDEN, desc = "lost or doubled, or not seen as it was written")
    @State
    public static class BesideAnInterrupt extends Sender {

        private volatile Thread sender;
        private volatile boolean interrupted;

        @Actor
        public void send(II_Result outcome) {
            sender = Thread.currentThread();
            outcome.r1 = send();
            while (!interrupted) {
                Thread.yield();
            }
            Thread.interrupted();
        }

        @Actor
        public void interruptAndReceive(II_Result outcome) {
            while (sender == null) {
                Thread.yield();
            }
            sender.interrupt();
            outcome.r2 = tryToReceive();
            interrupted = true;
        }
    }

    /** The receiver comes beside the end of the sender's time. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the time is over, and the value is the sender's")
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "handed over")
    @Outcome(expect = FORBIDDEN, desc = "lost or doubled, or not seen as it was written")
    @State
    public static class BesideADeadline extends Sender {

        private static final Duration SHORT = Duration.ofNanos(2_000);

        @Actor
        public void send(II_Result outcome) {
            try {
                outcome.r1 = channel.send(written(), SHORT) ? SENT : NOT_SENT;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Actor
        public void receive(II_Result outcome) {
            outcome.r2 = tryToReceive();
        }
    }

    /** The receiver comes, and then the close. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "closed, and the value is the sender's")
    @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "handed over")
    @Outcome(expect = FORBIDDEN, desc = "lost or doubled, or not seen as it was written")
    @State
    public static class BesideAClose extends Sender {

        @Actor
        public void send(II_Result outcome) {
            outcome.r1 = send();
        }

        @Actor
        public void receiveAndClose(II_Result outcome) {
            outcome.r2 = tryToReceive();
            channel.close();
        }
    }

    /** A waiting receiver is met by a sender, and then by the close. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "closed, and the value is the sender's")
    @Outcome(id = "7, 1", expect = ACCEPTABLE, desc = "handed over")
    @Outcome(expect = FORBIDDEN, desc = "lost or doubled, or not seen as it was written")
    @State
    public static class ReceiverBesideAClose extends Sender {

        @Actor
        public void receive(II_Result outcome) {
            try {
                outcome.r1 = channel.receive()[0];
            } catch (ChannelClosedException | InterruptedException e) {
                outcome.r1 = 0;
            }
        }

        @Actor
        public void sendAndClose(II_Result outcome) {
            try {
                outcome.r2 = channel.trySend(written()) ? SENT : NOT_SENT;
            } finally {
                channel.close();
            }
        }
    }

    /** A channel, and a value whose content is written without any order of its own. */
    static class Sender {

        private static final int CONTENT = 7;

        final Channel<int[]> channel = Channel.unbuffered();

        static int[] written() {
            int[] value = new int[1];
            value[0] = CONTENT;
            return value;
        }

        final int send() {
            try {
                channel.send(written());
                return SENT;
            } catch (ChannelClosedException | InterruptedException e) {
                return NOT_SENT;
            }
        }

        final int tryToReceive() {
            return channel.tryReceive().map(value -> value[0]).orElse(0);
        }
    }

    private HandOverJcstress() {}
}
