package dev.gmp.internal.gmp;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * QUIET-1: two machines complete the last two goroutines, and each looks whether both have. If neither sees it, the
 * scheduler never ends.
 */
public final class LastCompletionJcstress {

    /** The shipped order. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "at least one sees both")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "nobody ends the scheduler")
    @State
    public static class Fence extends Machines {

        @Actor
        public void one(II_Result seen) {
            left.countCompleted();
            VarHandle.fullFence();
            seen.r1 = completed();
        }

        @Actor
        public void other(II_Result seen) {
            right.countCompleted();
            VarHandle.fullFence();
            seen.r2 = completed();
        }
    }

    /** The broken order: the look passes the count. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "at least one sees both")
    @Outcome(id = "1, 1", expect = ACCEPTABLE_INTERESTING, desc = "nobody ends the scheduler: why the fence is there")
    @State
    public static class WithoutFence extends Machines {

        @Actor
        public void one(II_Result seen) {
            left.countCompleted();
            seen.r1 = completed();
        }

        @Actor
        public void other(II_Result seen) {
            right.countCompleted();
            seen.r2 = completed();
        }
    }

    /** The shipped order, of who completes the last one while another shuts down: it fences before it looks whether one has. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one sees the other")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "nobody ends the scheduler")
    @State
    public static class FenceBeforeTheLanes extends Lanes {

        @Actor
        public void one(II_Result seen) {
            left.countCompleted();
            VarHandle.fullFence();
            seen.r1 = closed ? 1 : 0;
        }

        @Actor
        public void other(II_Result seen) {
            closed = true;
            VarHandle.fullFence();
            seen.r2 = completed();
        }
    }

    /** The broken order: whether the lanes are closed is looked at before the count is to be seen. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one sees the other")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "nobody ends the scheduler: why the fence comes first")
    @State
    public static class FenceBehindTheLanes extends Lanes {

        @Actor
        public void one(II_Result seen) {
            left.countCompleted();
            seen.r1 = closed ? 1 : 0;
        }

        @Actor
        public void other(II_Result seen) {
            closed = true;
            VarHandle.fullFence();
            seen.r2 = completed();
        }
    }

    static class Lanes extends Machines {

        volatile boolean closed;
    }

    static class Machines {

        final MachineCounters left = new MachineCounters();
        final MachineCounters right = new MachineCounters();

        int completed() {
            return (int) (left.completedAcquire() + right.completedAcquire());
        }
    }

    private LastCompletionJcstress() {}
}
