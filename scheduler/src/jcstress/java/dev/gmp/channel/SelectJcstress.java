package dev.gmp.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** CLAIM-1: of a select exactly one case happens, and of two selects that want one value one gets it. */
public final class SelectJcstress {

    private static final Duration SHORT = Duration.ofNanos(20_000);

    /** Two selects want the one value that is there; the other meets the end of its time. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "one gets the value")
    @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
    @State
    public static class TwoForOneValue extends TwoChannels {

        private final Channel<Integer> full = Channel.buffered(1);

        public TwoForOneValue() {
            full.trySend(1);
        }

        @Actor
        public void one(II_Result received) {
            received.r1 = select();
        }

        @Actor
        public void other(II_Result received) {
            received.r2 = select();
        }

        private int select() {
            int[] received = new int[1];
            run(Select.builder()
                    .receive(first, value -> received[0] += value)
                    .receive(full, value -> received[0] += value)
                    .timeout(SHORT, () -> {}));
            return received[0];
        }
    }

    /** One select waits for both channels for a time, and each is offered a value for no time. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "each came when the other was not there")
    @Outcome(
            id = {"1, 1, 0", "2, 0, 1"},
            expect = ACCEPTABLE,
            desc = "one case has happened, and the other sender keeps its value")
    @Outcome(expect = FORBIDDEN, desc = "two cases, or a value lost or doubled")
    @State
    public static class OneForTwoSenders extends TwoChannels {

        @Actor
        public void select(III_Result outcome) {
            int[] received = new int[1];
            run(Select.builder()
                    .receive(first, value -> received[0] += value)
                    .receive(second, value -> received[0] += value)
                    .timeout(SHORT, () -> {}));
            outcome.r1 = received[0];
        }

        @Actor
        public void sendToBoth(III_Result outcome) {
            outcome.r2 = first.trySend(1) ? 1 : 0;
            outcome.r3 = second.trySend(2) ? 1 : 0;
        }
    }

    /** Two selects offer each a value and want the other's, with the channels in opposite order. The time is far more than that takes. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 2"},
            expect = ACCEPTABLE,
            desc = "one sends, the other receives")
    @Outcome(expect = FORBIDDEN, desc = "both have received, or none")
    @State
    public static class TwoThatMeet extends TwoChannels {

        private static final int NOT_MET = -1;
        private static final Duration LONG = Duration.ofSeconds(10);

        @Actor
        public void one(II_Result received) {
            received.r2 = select(first, 1, second);
        }

        @Actor
        public void other(II_Result received) {
            received.r1 = select(second, 2, first);
        }

        private static int select(Channel<Integer> out, int sent, Channel<Integer> in) {
            int[] received = new int[1];
            run(Select.builder()
                    .send(out, () -> sent)
                    .receive(in, value -> received[0] += value)
                    .timeout(LONG, () -> received[0] = NOT_MET));
            return received[0];
        }
    }

    static class TwoChannels {

        final Channel<Integer> first = Channel.unbuffered();
        final Channel<Integer> second = Channel.unbuffered();

        static void run(SelectBuilder cases) {
            try {
                cases.build().run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private SelectJcstress() {}
}
