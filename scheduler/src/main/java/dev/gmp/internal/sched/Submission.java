package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.runq.GlobalRunQueue;
import dev.gmp.internal.runq.LocalRunQueue;
import dev.gmp.observe.SchedulerListener;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How a task comes in: admitted, made a goroutine, accepted or refused (SHUT-1, in {@link Lifecycle}), readied.
 *
 * <p>From one of the scheduler's own machines it goes into runnext, as Go's {@code go} statement does; from any other
 * thread into that thread's lane of the global queue.
 */
final class Submission {

    private static final int SAMPLING_MASK = SchedulerListener.SAMPLING_PERIOD - 1;

    private final SchedulerState state;
    private final GlobalRunQueue<Goroutine> globalQueue;
    private final Readying readying;
    private final WakeUp wakeUp;
    private final Admission admission;
    private final Lifecycle lifecycle;
    private final AtomicLong rejections = new AtomicLong();

    Submission(SchedulerState state, Readying readying, WakeUp wakeUp, Admission admission, Lifecycle lifecycle) {
        this.state = state;
        this.globalQueue = state.globalQueue();
        this.readying = readying;
        this.wakeUp = wakeUp;
        this.admission = admission;
        this.lifecycle = lifecycle;
    }

    /** @throws RejectedExecutionException if there is no room and the policy says so, or after shutdown */
    void execute(Runnable task) {
        Machine machine = currentMachine();
        if (!admission.tryEnter() && !enterByPolicy(task, machine)) {
            return;
        }
        Goroutine goroutine = new DirectGoroutine(task);
        LocalRunQueue<Goroutine> queue = machine == null ? null : machine.queue();
        boolean accepted = machine == null || queue == null
                ? acceptFromOutside(goroutine)
                : acceptFromMachine(machine, queue, goroutine);
        if (!accepted) {
            admission.begins();
            throw rejected(task, "it is " + lifecycle.phase());
        }
    }

    long rejections() {
        return rejections.get();
    }

    /** The machine that runs the caller, if it is one of this scheduler's. */
    private @Nullable Machine currentMachine() {
        return Thread.currentThread() instanceof Machine machine && machine.belongsTo(state) ? machine : null;
    }

    private boolean acceptFromMachine(Machine machine, LocalRunQueue<Goroutine> queue, Goroutine goroutine) {
        if (!lifecycle.accepts()) {
            return false;
        }
        if ((machine.counters().ownSpawned() & SAMPLING_MASK) == 0) {
            goroutine.stampReady(state.uptimeMicros());
        }
        machine.counters().countSpawned();
        readying.readyNext(machine, queue, goroutine);
        return true;
    }

    private boolean acceptFromOutside(Goroutine goroutine) {
        long threadId = Thread.currentThread().getId();
        if ((globalQueue.estimatedOffered(threadId) & SAMPLING_MASK) == 0) {
            goroutine.stampReady(state.uptimeMicros());
        }
        if (!globalQueue.offer(goroutine, threadId)) {
            return false;
        }
        wakeUp.afterPut();
        return true;
    }

    /** @return whether the task has a permit now; otherwise the policy has dealt with it */
    private boolean enterByPolicy(Runnable task, @Nullable Machine machine) {
        if (!lifecycle.accepts()) {
            throw rejected(task, "it is " + lifecycle.phase());
        }
        switch (admission.policy()) {
            case ABORT -> throw rejected(task, admission.fill());
            case CALLER_RUNS -> {
                task.run();
                return false;
            }
            case BLOCK -> {
                if (machine != null) {
                    task.run();
                    return false;
                }
                if (!admission.awaitRoom()) {
                    throw rejected(task, "the wait for room was ended; " + admission.fill());
                }
                return true;
            }
            case DISCARD_OLDEST -> {
                while (!admission.tryEnter()) {
                    discardOldest();
                }
                return true;
            }
        }
        throw new AssertionError(admission.policy());
    }

    private void discardOldest() {
        Goroutine oldest = globalQueue.poll(0);
        for (int id = 0; oldest == null && id < state.procs(); id++) {
            oldest = state.processor(id).queue().pollAny();
        }
        if (oldest == null) {
            Thread.onSpinWait(); // those that wait are on their way from one queue to another
            return;
        }
        Runnable task = oldest.task();
        admission.begins();
        rejections.incrementAndGet();
        if (task instanceof Future<?> future) {
            future.cancel(false);
        }
        lifecycle.discarded();
    }

    private RejectedExecutionException rejected(Runnable task, String why) {
        rejections.incrementAndGet();
        return new RejectedExecutionException(
                "scheduler '%s' rejects %s: %s".formatted(state.config().name(), task, why));
    }
}
