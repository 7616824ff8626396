package dev.gmp.spring.job;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.LoggedName;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of tasks to a scheduler, to its idle-priority work or to one of its bulkheads, which can be shut for a while.
 * While it is shut, tasks are kept, as many as the queue there may hold, and handed over in order when it opens. What
 * another task submits passes even then: it may be what that one waits for. All methods may be called from any thread.
 *
 * <p>GATE-1: once {@link #shut} has returned and {@link #isEmpty} has answered true, no task of any thread that is no task
 * passes until {@link #open}.
 *
 * <pre>
 *     submitter                       the thread that shuts
 *  S1 entered.increment()          G1 open = false
 *  S2 full fence                   G2 full fence
 *  S3 open ? pass : keep           G3 left.sum(), then entered.sum()
 *  S4 left.increment()
 * </pre>
 *
 * Either S3 sees G1 and the task is kept, or G3 sees S1. In the latter case the sums differ until S4: both only grow, and
 * {@code left}, read first, never exceeds {@code entered}. Striped counters, since every submitter passes here.
 */
public final class TaskGate {

    private final GmpScheduler scheduler;
    private final Executor target;
    private final String targetName;
    private final int capacity;
    private final String capacityName;
    private final BooleanSupplier isTask;
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();

    /** Guards itself and every change of {@link #open}. No thread submits to the scheduler while it holds it. */
    private final Queue<Runnable> kept = new ArrayDeque<>();

    private volatile boolean open = true;

    /** The way to the scheduler, for tests: every goroutine is a task. */
    TaskGate(GmpScheduler scheduler) {
        this(scheduler, Goroutines::isGoroutine);
    }

    /** @param isTask whether the calling thread is a task, so one that has to end before the gate may be called shut */
    TaskGate(GmpScheduler scheduler, BooleanSupplier isTask) {
        this(
                scheduler,
                scheduler,
                nameOf(scheduler),
                scheduler.config().queueCapacity().orElse(Integer.MAX_VALUE),
                "queue-capacity",
                isTask);
    }

    /** The way to one of the scheduler's bulkheads. */
    TaskGate(GmpScheduler scheduler, Bulkhead bulkhead, BooleanSupplier isTask) {
        this(
                scheduler,
                bulkhead,
                "bulkhead '%s'".formatted(bulkhead.name()),
                (int) Math.min(
                        (long) bulkhead.config().maxGoroutines()
                                + bulkhead.config().queueCapacity().orElse(Integer.MAX_VALUE),
                        Integer.MAX_VALUE),
                "queue-capacity",
                isTask);
    }

    private TaskGate(
            GmpScheduler scheduler,
            Executor target,
            String targetName,
            int capacity,
            String capacityName,
            BooleanSupplier isTask) {
        this.scheduler = scheduler;
        this.target = target;
        this.targetName = targetName;
        this.capacity = capacity;
        this.capacityName = capacityName;
        this.isTask = isTask;
    }

    /** The way of the scheduler's idle-priority work. */
    static TaskGate ofIdleWork(GmpScheduler scheduler, BooleanSupplier isTask) {
        int capacity = scheduler.config().idleQueueCapacity();
        return new TaskGate(
                scheduler, scheduler::executeIdle, nameOf(scheduler), capacity, "idle-queue-capacity", isTask);
    }

    public GmpScheduler scheduler() {
        return scheduler;
    }

    /** @throws RejectedExecutionException if the scheduler refuses the task, or too many are kept already */
    public void execute(Runnable task) {
        boolean done = false;
        while (!done) {
            done = tryPass(task) || tryKeep(task);
        }
    }

    private boolean tryPass(Runnable task) {
        entered.increment();
        try {
            VarHandle.fullFence();
            if (!open && !isTask.getAsBoolean()) {
                return false;
            }
            target.execute(task);
            return true;
        } finally {
            left.increment();
        }
    }

    private boolean tryKeep(Runnable task) {
        synchronized (kept) {
            if (open) {
                return false;
            }
            if (kept.size() >= capacity) {
                throw new RejectedExecutionException("%s is paused and keeps %d of %d tasks (%s): %s"
                        .formatted(targetName, kept.size(), capacity, capacityName, LoggedName.of(task.toString())));
            }
            return kept.add(task);
        }
    }

    /**
     * For the beginning of accepted work, on its goroutine: while the gate is shut, keeps what will start it again, past
     * the capacity.
     *
     * <p>GATE-2: once {@link #shut} has returned and the scheduler's counts have shown no live goroutine, no such work
     * begins until {@link #open}. The goroutine was counted before it began, so with a fence on either side, it sees the
     * gate shut or is itself seen.
     *
     * @return whether the caller must not go on
     */
    boolean keepsBack(Runnable again) {
        VarHandle.fullFence();
        if (open) {
            return false;
        }
        synchronized (kept) {
            return !open && kept.add(again);
        }
    }

    void shut() {
        synchronized (kept) {
            open = false;
        }
        VarHandle.fullFence();
    }

    /** Hands over what was kept, then lets every task pass. */
    void open() {
        for (Runnable task = nextOrOpen(); task != null; task = nextOrOpen()) {
            handOver(task);
        }
    }

    boolean isOpen() {
        return open;
    }

    /** Whether nothing is on the way through the gate. */
    boolean isEmpty() {
        long gone = left.sum();
        return entered.sum() == gone;
    }

    private static String nameOf(GmpScheduler scheduler) {
        return "scheduler '%s'".formatted(scheduler.name());
    }

    private @Nullable Runnable nextOrOpen() {
        synchronized (kept) {
            Runnable next = kept.poll();
            if (next == null) {
                open = true;
            }
            return next;
        }
    }

    /** A kept task has been accepted: where the scheduler is full by now, it runs here rather than being lost. */
    private void handOver(Runnable task) {
        try {
            target.execute(task);
        } catch (RejectedExecutionException full) {
            runHere(task);
        }
    }

    private static void runHere(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }
    }
}
