package dev.gmp.internal.runq;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.gmp.internal.idle.IdleProcessors;
import dev.gmp.internal.idle.SpinningMachines;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * PARK-1 on the real queue and the real counts: a submitter puts and looks whether it must wake somebody (r1), the last
 * spinning machine gives up and looks whether there is work (r2). If neither does, the goroutine is left behind.
 */
public final class ParkHandshakeJcstress {

    /** The shipped order for runnext, whose exchange is the fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "nobody comes")
    @State
    public static class RunNext extends Scheduler {

        @Actor
        public void submitter(II_Result comes) {
            queue.exchangeRunNext(new Item());
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** The shipped order for the ring. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "nobody comes")
    @State
    public static class Ring extends Scheduler {

        @Actor
        public void submitter(II_Result comes) {
            queue.offer(new Item());
            VarHandle.fullFence();
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** The broken order: the ring's release does not keep the look at the counts behind it. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "nobody comes: why the fence is there")
    @State
    public static class RingWithoutFence extends Scheduler {

        @Actor
        public void submitter(II_Result comes) {
            queue.offer(new Item());
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** The shipped order for the deque of {@code lifo}, whose addition is the fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "nobody comes")
    @State
    public static class Lifo extends Scheduler {

        public Lifo() {
            super(new LifoRunQueue<>(4));
        }

        @Actor
        public void submitter(II_Result comes) {
            queue.offer(new Item());
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            comes.r2 = giveUpAndLook();
        }
    }

    /** The shipped order for the global queue. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "nobody comes")
    @State
    public static class Lane extends Scheduler {

        private final SubmissionLane<Item> lane = new SubmissionLane<>();

        @Actor
        public void submitter(II_Result comes) {
            lane.add(new Item());
            VarHandle.fullFence();
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            giveUp();
            comes.r2 = lane.isEmpty() ? 0 : 1;
        }
    }

    /** The broken order: to let go of a lock is no fence. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "somebody comes for the goroutine")
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "nobody comes: why the fence is there")
    @State
    public static class LaneWithoutFence extends Scheduler {

        private final SubmissionLane<Item> lane = new SubmissionLane<>();

        @Actor
        public void submitter(II_Result comes) {
            lane.add(new Item());
            comes.r1 = mustWake();
        }

        @Actor
        public void machine(II_Result comes) {
            giveUp();
            comes.r2 = lane.isEmpty() ? 0 : 1;
        }
    }

    /** NAP-1, as shipped: a machine that naps beside runnext is told of what comes into the ring. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the napper sees it, or is seen")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "it sleeps beside work")
    @State
    public static class Nap extends Scheduler {

        private final AtomicReference<Object> napper = new AtomicReference<>();

        @Actor
        public void submitter(II_Result comes) {
            queue.offer(new Item());
            VarHandle.fullFence();
            comes.r1 = napper.get() == null ? 0 : 1;
        }

        @Actor
        public void machine(II_Result comes) {
            napper.compareAndSet(null, this);
            comes.r2 = queue.isRingEmpty() ? 0 : 1;
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
    public static class NapWithoutFence extends Scheduler {

        private final AtomicReference<Object> napper = new AtomicReference<>();

        @Actor
        public void submitter(II_Result comes) {
            queue.offer(new Item());
            comes.r1 = napper.get() == null ? 0 : 1;
        }

        @Actor
        public void machine(II_Result comes) {
            napper.compareAndSet(null, this);
            comes.r2 = queue.isRingEmpty() ? 0 : 1;
        }
    }

    /** One processor, held by a machine that spins. */
    static class Scheduler {

        final LocalRunQueue<Item> queue;
        final IdleProcessors idle = new IdleProcessors(1);
        final SpinningMachines spinning = new SpinningMachines();

        Scheduler() {
            this(new RingRunQueue<>(4));
        }

        Scheduler(LocalRunQueue<Item> queue) {
            this.queue = queue;
            spinning.increment();
        }

        int mustWake() {
            return !spinning.any() && idle.any() ? 1 : 0;
        }

        void giveUp() {
            idle.put(0);
            spinning.decrement();
        }

        int giveUpAndLook() {
            giveUp();
            return queue.isEmpty() ? 0 : 1;
        }
    }

    static final class Item extends QueueLink<Item> {}

    private ParkHandshakeJcstress() {}
}
