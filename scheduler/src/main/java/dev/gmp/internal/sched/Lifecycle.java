package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.SchedulerSnapshot.Phase;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * From running to terminated, with nothing lost on the way.
 *
 * <pre>
 *   RUNNING  --shutdown-->  SHUTDOWN  --nothing left-->  TERMINATED
 *      \----shutdownNow-->    STOP    --nothing left-->
 * </pre>
 *
 * <p>SHUT-1: work is accepted or refused, never both, never neither. From outside: the lane decides under its lock, and
 * shutdown closes every lane under the same locks; when it returns, each accepted goroutine is counted in its lane.
 * From inside: the submitting goroutine itself is not completed yet, so what it adds is counted before the scheduler
 * can look finished.
 *
 * <p>QUIET-1: the scheduler is finished when it is shut down and as many goroutines have completed as were accepted.
 * The completions are summed first, the acceptances second. Both only grow, and no goroutine completes before it is
 * accepted, so equal sums mean that nothing was left at the moment between the two. Once the lanes are closed nothing
 * comes, and before that the sums decide nothing. A thread that finds no more to do, or ends with its goroutine, fences
 * and then looks. Of two that finish at the same time, at least one sees both.
 *
 * <p>Threads that the scheduler only carries are counted nowhere, and what they submit comes from outside ({@link
 * dev.gmp.internal.gmp.AdoptedThreads}). A machine that goes on to carry one may have completed the last goroutine, so
 * it looks before.
 *
 * <p>A delayed task is accepted when its timer is set, and is a goroutine from the moment when the timer is taken
 * (TIMER-1, in {@link dev.gmp.internal.timer.TimerHeap}). Pending timers are counted between the two sums: a goroutine
 * that a timer became before is among the acceptances, and one that it becomes later is a pending timer.
 *
 * <p>STOP-1: a machine clears its interrupt status first and reads the phase second; {@code shutdownNow} sets the phase
 * first and interrupts every machine second. So a goroutine that begins before its machine has seen STOP is
 * interrupted. One that was accepted from inside at the last moment is found when tasks are no longer collected and
 * must run. Its machine interrupts it first.
 */
public final class Lifecycle {

    private static final SafeLog HANDING_OVER_FAILED = SafeLog.detached(
            Lifecycle.class, Level.WARNING, "virtual threads could not be handed to the JDK's scheduler");

    private final SchedulerState state;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);
    private final CountDownLatch terminated = new CountDownLatch(1);

    /** Every lane refuses by now. Set after the phase has left RUNNING. */
    private volatile boolean lanesAreClosed;

    /** Goroutines that will never run and are counted as completed here instead of by a machine. */
    private final AtomicLong unrun = new AtomicLong();

    private final MachinePool machines;
    private final TaskAcceptors acceptors;

    public Lifecycle(SchedulerState state, MachinePool machines, TaskAcceptors acceptors) {
        this.state = state;
        this.machines = machines;
        this.acceptors = acceptors;
    }

    public boolean accepts() {
        return phase.get() == Phase.RUNNING;
    }

    /** Whether goroutines that have not begun are to stay so. */
    public boolean startsNothing() {
        return phase.get() == Phase.STOP;
    }

    /** Whether every goroutine has ended after a shutdown. Machines may still be there. */
    public boolean isOver() {
        return phase.get() == Phase.TERMINATED;
    }

    public Phase phase() {
        return phase.get();
    }

    public void shutdown() {
        phase.compareAndSet(Phase.RUNNING, Phase.SHUTDOWN);
        closeLanes();
        tryTerminate();
    }

    /** From now on nothing begins that has not begun; then {@link #shutdown}'s rules hold. */
    public void stop() {
        phase.getAndUpdate(now -> now == Phase.TERMINATED ? now : Phase.STOP);
        closeLanes();
    }

    /** Counts a goroutine that was accepted and that was taken out of its queue for good. */
    public void discarded() {
        unrun.incrementAndGet();
        tryTerminate();
    }

    public void tryTerminate() {
        VarHandle.fullFence(); // behind the caller's own completion, before the lanes are looked at: see QUIET-1
        if (!lanesAreClosed || phase.get() == Phase.TERMINATED) {
            return;
        }
        long completed = completed();
        boolean timersPend = state.processors().pendingTimers() != 0;
        long created = created();
        if (!timersPend && completed == created && phase.getAndSet(Phase.TERMINATED) != Phase.TERMINATED) {
            try {
                state.adopted().handAllToJdk();
            } catch (Throwable failure) { // those that stand in a queue are handed over by the machines
                HANDING_OVER_FAILED.log(failure);
            }
            machines.endAll();
        }
    }

    public void lastMachineEnded() {
        state.setContextClassLoader(null); // what keeps the scheduler shall not keep an application
        terminated.countDown();
    }

    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    public long created() {
        return machines.spawned()
                + state.queues().global().offered()
                + state.queues().idlePriority().offered()
                + state.processors().startedByTimers()
                + acceptors.started();
    }

    public long completed() {
        return machines.completed() + unrun.get();
    }

    private void closeLanes() {
        state.queues().global().close();
        state.queues().idlePriority().close();
        for (int id = 0; id < state.processors().made(); id++) {
            state.processors().get(id).timers().close();
        }
        acceptors.close();
        lanesAreClosed = true;
    }
}
