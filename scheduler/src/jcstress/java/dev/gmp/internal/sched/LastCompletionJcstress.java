package dev.gmp.internal.sched;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.gmp.config.GoroutineMode;
import dev.gmp.internal.bulkhead.Bulkheads;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** QUIET-1: of the threads that complete the last goroutines, and the one that shuts down, one sees that nothing is left. */
public final class LastCompletionJcstress {

    /** Two machines complete the last two goroutines, by the shipped method. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "a machine ends the scheduler")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "no machine does")
    @State
    public static class TwoMachines {

        private static final SchedulerState STATE = accepted(2);

        private final Completions completions = new Completions(STATE);

        public TwoMachines() {
            completions.lifecycle.shutdown();
        }

        @Actor
        public void one() {
            completions.complete(completions.left);
        }

        @Actor
        public void other() {
            completions.complete(completions.right);
        }

        @Arbiter
        public void afterwards(I_Result ended) {
            ended.r1 = completions.hasEnded();
        }
    }

    /** One completes the last goroutine while another shuts down, by the shipped methods. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "a machine ends the scheduler")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "no machine does")
    @State
    public static class BesideAShutdown {

        private static final SchedulerState STATE = accepted(1);
        private static final SchedulerState TWINS = accepted(1);

        private final Completions completions = new Completions(STATE);

        /** Its shutdown takes one as long as the other's takes the other, so that both come to the end of it together. */
        private final Completions twin = new Completions(TWINS);

        @Actor
        public void one() {
            twin.lifecycle.shutdown();
            completions.complete(completions.left);
        }

        @Actor
        public void other() {
            completions.lifecycle.shutdown();
        }

        @Arbiter
        public void afterwards(I_Result ended) {
            ended.r1 = completions.hasEnded();
        }
    }

    /** The broken order: the look passes the count. */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "at least one sees both")
    @Outcome(
            id = "1, 1",
            expect = ACCEPTABLE_INTERESTING,
            desc = "no machine ends the scheduler: why the fence is there")
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

    /** The broken order: whether the lanes are closed is looked at before the count is to be seen. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "at least one sees the other")
    @Outcome(
            id = "0, 0",
            expect = ACCEPTABLE_INTERESTING,
            desc = "no machine ends the scheduler: why the fence comes first")
    @State
    public static class FenceBehindTheLanes extends Machines {

        private volatile boolean closed;

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

    static class Machines {

        final MachineCounters left = new MachineCounters();
        final MachineCounters right = new MachineCounters();

        int completed() {
            return (int) (left.completedAcquire() + right.completedAcquire());
        }
    }

    /** What many life cycles share, since it takes long to make: queues that have accepted so many goroutines. */
    private static SchedulerState accepted(int goroutines) {
        SchedulerState state = new SchedulerState(ProtocolState.unbounded(), 4);
        for (int i = 0; i < goroutines; i++) {
            state.queues().global().offer(new DirectGoroutine(() -> {}), 0);
        }
        return state;
    }

    /** The shipped life cycle, with two machines. */
    private static final class Completions {

        private static final VarHandle MACHINES;

        static {
            try {
                MACHINES = MethodHandles.privateLookupIn(MachinePool.class, MethodHandles.lookup())
                        .findVarHandle(MachinePool.class, "machines", ArrayList.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final Lifecycle lifecycle;
        private final Machine left;
        private final Machine right;

        @SuppressWarnings("unchecked")
        Completions(SchedulerState state) {
            left = new Machine(0, "left", state, new ProtocolState.NoVerbs(), state.probes(), false);
            right = new Machine(1, "right", state, new ProtocolState.NoVerbs(), state.probes(), false);
            MachinePool pool = new MachinePool(state, new ProtocolState.NoVerbs(), () -> {}, GoroutineMode.DIRECT);
            lifecycle = new Lifecycle(state, pool, new Bulkheads());
            List<Machine> registered = (ArrayList<Machine>) MACHINES.get(pool);
            registered.add(left); // neither is a thread that was started
            registered.add(right);
        }

        void complete(Machine machine) {
            machine.counters().countCompleted();
            lifecycle.tryTerminate();
        }

        int hasEnded() {
            return lifecycle.phase() == Phase.TERMINATED ? 1 : 0;
        }
    }

    private LastCompletionJcstress() {}
}
