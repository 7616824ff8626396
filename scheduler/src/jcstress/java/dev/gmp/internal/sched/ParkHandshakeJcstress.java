package dev.gmp.internal.sched;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.gmp.internal.runq.LifoRunQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * PARK-1 by the shipped methods: a submitter puts a goroutine into a queue and wakes a machine if it must (r1), the last
 * spinning machine gives up and looks whether there is work (r2). If neither does, the goroutine is left behind. The broken
 * variants look as the shipped methods do, without their fence.
 */
public final class ParkHandshakeJcstress {

    /** Into runnext, whose exchange is the fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class RunNext extends Protocols {

        @Actor
        public void submitter() {
            queue().exchangeRunNext(goroutine());
            wakeUp.afterRunNext();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** Into the ring. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class Ring extends Protocols {

        @Actor
        public void submitter() {
            queue().offer(goroutine());
            wakeUp.afterPut();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** The broken order: the ring's release does not keep the look at the counts behind it. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "no machine comes: why the fence is there")
    @State
    public static class RingWithoutFence extends Protocols {

        @Actor
        public void submitter(II_Result comes) {
            queue().offer(goroutine());
            comes.r1 =
                    !state.idle().spinning().any() && state.idle().processors().any() ? 1 : 0;
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** Into the deque of {@code lifo}, whose addition is the fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class Lifo extends Protocols {

        public Lifo() {
            state.processors()
                    .get(0)
                    .replaceQueue(new LifoRunQueue<>(4, state.processors().withWork(), 0));
            queue().mark();
        }

        @Actor
        public void submitter() {
            queue().offer(goroutine());
            wakeUp.afterKick();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** Into the global queue. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class Lane extends Protocols {

        @Actor
        public void submitter() {
            state.queues().global().add(goroutine(), 0);
            wakeUp.afterPut();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** MASK-1: into a ring whose bit its owner has cleared. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class UnmarkedRing extends Protocols {

        @Actor
        public void submitter() {
            queue().unmarkIfEmpty();
            queue().exchangeRunNext(goroutine());
            wakeUp.afterRunNext();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** MASK-1: into a lane whose bit the machine is about to clear. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "no machine comes")
    @State
    public static class UnmarkedLane extends Protocols {

        public UnmarkedLane() {
            state.queues().global().add(goroutine(), 0);
            state.queues().global().poll(0);
        }

        @Actor
        public void submitter() {
            state.queues().global().add(goroutine(), 0);
            wakeUp.afterPut();
        }

        @Actor
        public void machine(II_Result comes) {
            giveUp();
            state.queues().global().unmarkEmpty();
            comes.r2 = wakeUp.workIsVisible() ? 1 : 0;
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = hasWoken();
        }
    }

    /** The broken order: to let go of a lock is no fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "a machine comes for the goroutine")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "no machine comes: why the fence is there")
    @State
    public static class LaneWithoutFence extends Protocols {

        @Actor
        public void submitter(II_Result comes) {
            state.queues().global().add(goroutine(), 0);
            comes.r1 =
                    !state.idle().spinning().any() && state.idle().processors().any() ? 1 : 0;
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** NAP-1: a machine that naps beside runnext is told of what comes into the ring. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the napper sees it, or is woken")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "it sleeps beside work")
    @State
    public static class Nap extends Protocols {

        @Actor
        public void submitter() {
            queue().offer(goroutine());
            wakeUp.afterPut();
        }

        @Actor
        public void machine(II_Result comes) {
            state.idle().napper().compareAndSet(null, spinner);
            comes.r2 = wakeUp.isWorkOutsideRunNext(true) ? 1 : 0;
        }

        @Arbiter
        public void afterwards(II_Result comes) {
            comes.r1 = state.idle().napper().get() == null ? 1 : 0;
        }
    }

    /** The broken order for a napper. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the napper sees it, or is seen")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "it sleeps beside work: why the fence is there")
    @State
    public static class NapWithoutFence extends Protocols {

        @Actor
        public void submitter(II_Result comes) {
            queue().offer(goroutine());
            comes.r1 = state.idle().napper().get() == null ? 0 : 1;
        }

        @Actor
        public void machine(II_Result comes) {
            state.idle().napper().compareAndSet(null, spinner);
            comes.r2 = wakeUp.isWorkOutsideRunNext(true) ? 1 : 0;
        }
    }

    private ParkHandshakeJcstress() {}
}
