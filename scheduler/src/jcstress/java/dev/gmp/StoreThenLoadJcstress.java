package dev.gmp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What every "publish, then look whether the other side is still awake" handshake stands on: each side stores its own
 * word and then loads the other's. Only a full fence between the two rules out that both miss each other.
 */
public final class StoreThenLoadJcstress {

    /** The shipped order. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one side sees the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both miss each other")
    @State
    public static class FullFence extends Words {

        @Actor
        public void one(II_Result seen) {
            LEFT.setOpaque(this, 1);
            VarHandle.fullFence();
            seen.r1 = (int) RIGHT.getOpaque(this);
        }

        @Actor
        public void other(II_Result seen) {
            RIGHT.setOpaque(this, 1);
            VarHandle.fullFence();
            seen.r2 = (int) LEFT.getOpaque(this);
        }
    }

    /** Two volatile words: WAKE-1 and STOP-1, the alarm and the next look of sysmon. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one side sees the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both miss each other")
    @State
    public static class Volatile {

        private volatile int left;
        private volatile int right;

        @Actor
        public void one(II_Result seen) {
            left = 1;
            seen.r1 = right;
        }

        @Actor
        public void other(II_Result seen) {
            right = 1;
            seen.r2 = left;
        }
    }

    /** Atomic updates of one word before a look at the other: LIMIT-1, END-1 and IDLE-1. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one side sees the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "both miss each other")
    @State
    public static class AtomicUpdate {

        private final AtomicInteger left = new AtomicInteger();
        private final AtomicInteger right = new AtomicInteger();

        @Actor
        public void one(II_Result seen) {
            left.incrementAndGet();
            seen.r1 = right.get();
        }

        @Actor
        public void other(II_Result seen) {
            right.compareAndSet(0, 1);
            seen.r2 = left.get();
        }
    }

    /** The broken order: release and acquire let a load overtake the store before it. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one side sees the other")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "both miss each other: a lost wake-up")
    @State
    public static class ReleaseAcquire extends Words {

        @Actor
        public void one(II_Result seen) {
            LEFT.setRelease(this, 1);
            seen.r1 = (int) RIGHT.getAcquire(this);
        }

        @Actor
        public void other(II_Result seen) {
            RIGHT.setRelease(this, 1);
            seen.r2 = (int) LEFT.getAcquire(this);
        }
    }

    /** Two words, each stored by one side and loaded by the other. */
    static class Words {

        static final VarHandle LEFT;
        static final VarHandle RIGHT;

        static {
            try {
                LEFT = MethodHandles.lookup().findVarHandle(Words.class, "left", int.class);
                RIGHT = MethodHandles.lookup().findVarHandle(Words.class, "right", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int left;
        int right;
    }

    private StoreThenLoadJcstress() {}
}
