package dev.gmp.internal.trace;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** LAP-1: two threads write the only place of a ring, and a third reads it. */
public final class EventRingJcstress {

    /** The shipped ring. */
    @JCStressTest
    @Outcome(
            id = {"none, null", "first, null", "second, null"},
            expect = ACCEPTABLE,
            desc = "nothing or one whole event")
    @Outcome(expect = FORBIDDEN, desc = "words of two events")
    @State
    public static class Shipped {

        private final EventRing ring = new EventRing(1);

        @Actor
        public void first() {
            ring.add(1, 1, 1, 1);
        }

        @Actor
        public void second() {
            ring.add(2, 2, 2, 2);
        }

        @Actor
        public void reader(LL_Result result) {
            long[] words = ring.copy().words();
            result.r1 = words.length == 0 ? "none" : name(words[0], words[1], words[2], words[3]);
        }
    }

    /** The same without laps. */
    @JCStressTest
    @Outcome(
            id = {"none, null", "first, null", "second, null"},
            expect = ACCEPTABLE,
            desc = "nothing or one whole event")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "words of two events: why each word carries the lap")
    @State
    public static class WithoutLaps {

        private volatile long w0;
        private volatile long w1;
        private volatile long w2;
        private volatile long w3;

        @Actor
        public void first() {
            write(1);
        }

        @Actor
        public void second() {
            write(2);
        }

        @Actor
        public void reader(LL_Result result) {
            result.r1 = name(w0, w1, w2, w3);
        }

        private void write(long word) {
            w0 = word;
            w1 = word;
            w2 = word;
            w3 = word;
        }
    }

    private static String name(long w0, long w1, long w2, long w3) {
        if (w0 != w1 || w0 != w2 || w0 != w3) {
            return "torn";
        }
        return w0 == 0 ? "none" : w0 == 1 ? "first" : "second";
    }

    private EventRingJcstress() {}
}
