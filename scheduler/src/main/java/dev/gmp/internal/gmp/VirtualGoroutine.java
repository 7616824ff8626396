package dev.gmp.internal.gmp;

import dev.gmp.internal.jdk.HiddenExecutor;
import dev.gmp.internal.jdk.TracingAgent;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.label.Labelled;
import dev.gmp.internal.util.FieldHandles;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.util.WaitReason;
import dev.gmp.observe.DescribedTask;
import dev.gmp.observe.GoroutineExit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A virtual thread that this scheduler carries. It is the executor that the JDK gives the thread's continuation to, so
 * no look-up is needed. It is also the thread's body, so a withdrawn task leaves no thread that never ends.
 *
 * <pre>
 *   NEW --start--> RUNNABLE --a machine takes it--> RUNNING --run() returns, parked--> WAITING --readied--> RUNNABLE
 *                     ^                               | readied before run() returns          run() returns, ended: DEAD
 *                     |                               v
 *                     +---- run() returns ------ READIED
 * </pre>
 *
 * <p>GOROUTINE-1: a goroutine stands in at most one queue, and at most one machine runs it. Only the CAS from WAITING
 * (or NEW) to RUNNABLE, or the machine that leaves READIED, may queue it. The JDK may ready a parked thread while its
 * continuation is still returning on the carrier. Then the machine there queues it after the return, so only that
 * machine acts on a return. The JDK may also ready a thread twice, as its own {@code getStackTrace} does. The second
 * call is dropped while the thread is RUNNABLE: the machine that takes it sets RUNNING with a full fence before it runs
 * the continuation.
 */
public sealed class VirtualGoroutine extends Goroutine implements Executor, Runnable permits ClockedGoroutine {

    /** The handler of a goroutine that the JDK readies. */
    public interface Scheduler {

        /**
         * The continuation of a virtual thread is to be run, that of this goroutine or that of a thread which has
         * inherited its scheduler. Never blocks and never parks.
         */
        void ready(VirtualGoroutine goroutine, Runnable continuation);

        /**
         * As above, where the stack is nearly used up. A thread that is being started is not accepted.
         *
         * @param error is thrown then
         */
        void readyLater(VirtualGoroutine goroutine, Runnable continuation, StackOverflowError error);

        /** A task that came in through admission leaves the queue of those that wait for their first run. */
        void began();

        /** A task has thrown; the thread's own handler hears of it next. */
        void threw(Throwable thrown);
    }

    private static final int NEW = 0;
    private static final int RUNNABLE = 1;
    private static final int RUNNING = 2;
    private static final int READIED = 3;
    private static final int WAITING = 4;
    private static final int DEAD = 5;

    /** New, and accepted already: a timer has started it. */
    private static final int COUNTED = 6;

    /** Runnable for the first time; RUNNABLE to all but {@link #isFirstRun}. */
    private static final int STARTED = 7;

    /** Runnable after a yield; RUNNABLE to all but {@link #hasYieldedLast}. */
    private static final int YIELDED = 8;

    private static final boolean BESIDE_AGENT = TracingAgent.isPresent() && HiddenExecutor.isAvailable();

    /** Stands in the place of a task: the thread is none of the scheduler's. */
    private static final Object ADOPTED = new Object();

    private static final VarHandle STATUS = FieldHandles.find(MethodHandles.lookup(), "status", int.class);
    private static final VarHandle TASK = FieldHandles.find(MethodHandles.lookup(), "task", Object.class);

    private final Scheduler scheduler;

    /**
     * The task, a Runnable; once it has begun or was withdrawn, its description, for observers. Null for a thread that has a
     * body of its own, {@link #ADOPTED} for one that is only carried. One field for all: each goroutine would pay for
     * another. With labels, or after a failure, {@link Labelled} stands around it.
     */
    private volatile @Nullable Object task;

    /** Leads to the continuation too: a field for that would cost each goroutine eight bytes, with alignment. */
    private @Nullable Thread thread;

    private volatile int status = NEW;

    /** The only machine that may run it, or null. Written by the goroutine itself. */
    private @Nullable Machine lockedTo;

    /** Its neighbours among the live ones. Guarded by the stripe of {@link LiveGoroutines} that it is in. */
    @Nullable
    VirtualGoroutine liveNext;

    @Nullable
    VirtualGoroutine livePrevious;

    /** @param task what the thread runs; null for a thread that has its own */
    public VirtualGoroutine(Scheduler scheduler, @Nullable Runnable task) {
        this.scheduler = scheduler;
        this.task = task;
    }

    /** Joins it with its thread, before the thread can be started. */
    public void attach(Thread carried) {
        thread = carried;
    }

    /** The executor for the JDK: this one, or beside an agent that may change this class, a hidden one. */
    public Executor executor() {
        return BESIDE_AGENT ? HiddenExecutor.of(this::ready) : this;
    }

    /** Before any other thread knows it: its thread is only carried ({@link AdoptedThreads}). */
    public void setAdopted() {
        task = ADOPTED;
    }

    /** Whether its thread is only carried; false once it is dead. */
    public boolean isAdopted() {
        return Labelled.bare(task) == ADOPTED;
    }

    @Override
    public void execute(Runnable continuation) {
        ready(continuation);
    }

    /** The thread is runnable, or one that has inherited this as its scheduler. */
    void ready(Runnable continuation) {
        try {
            StackReserve.ensureForReadying();
        } catch (StackOverflowError e) {
            scheduler.readyLater(this, continuation, e);
            return;
        }
        scheduler.ready(this, continuation);
    }

    /** The thread's body. */
    @Override
    public void run() {
        Runnable toRun = takeTask();
        if (toRun != null) {
            scheduler.began();
            try {
                toRun.run();
            } catch (GoroutineExit exit) {
                // as if it had returned
            } catch (Throwable thrown) {
                scheduler.threw(thrown);
                throw thrown;
            }
        }
    }

    /** Null once it is dead. */
    public @Nullable Thread thread() {
        return thread;
    }

    public Runnable continuation() {
        Thread carried = thread;
        if (carried == null) {
            throw new IllegalStateException("the goroutine has not started, or has ended");
        }
        return VirtualThreads.continuationOf(carried);
    }

    public boolean isCarrying(Runnable candidate) {
        Thread carried = thread;
        return carried != null && VirtualThreads.continuationOf(carried) == candidate;
    }

    /** Runs the thread on the current machine until it unmounts or ends. Only while RUNNING, by its machine. */
    public void resume() {
        continuation().run();
    }

    /** By its machine, while it is not mounted: whether it has not ended. */
    public boolean isThreadAlive() {
        Thread carried = thread;
        return carried != null && carried.isAlive();
    }

    /** Right after {@link #resume}: whether {@code Thread.yield} unmounted it. */
    public boolean hasYielded() {
        Thread carried = thread;
        return carried != null && VirtualThreads.yielded(carried);
    }

    /** The clock of its statuses, or null. */
    public @Nullable StatusClock clock() {
        return null;
    }

    public boolean isDead() {
        return status == DEAD;
    }

    /** What it is parked for, where that is known. On any thread; it may have gone on by then. */
    public @Nullable String waitReason() {
        Thread carried = thread;
        return carried != null && LockSupport.getBlocker(carried) instanceof WaitReason wait ? wait.waitReason() : null;
    }

    public @Nullable Machine lockedTo() {
        return lockedTo;
    }

    void lockTo(@Nullable Machine machine) {
        lockedTo = machine;
    }

    /** The task that {@link #takeTask} would take. */
    public @Nullable Runnable freshTask() {
        return Labelled.bare(task) instanceof Runnable fresh ? fresh : null;
    }

    /** Takes the task away from a goroutine that has not begun it; its thread then ends without having done anything. */
    public @Nullable Runnable takeTask() {
        while (true) {
            Object known = task;
            if (!(Labelled.bare(known) instanceof Runnable fresh)) {
                return null;
            }
            Object begun = Labelled.label(DescribedTask.descriptionOf(fresh), Labelled.labelsOf(known));
            if (TASK.compareAndSet(this, known, begun)) {
                return fresh;
            }
        }
    }

    /** Puts back what {@link #takeTask} took, while the caller still owns the goroutine. */
    public void returnTask(Runnable taken) {
        task = Labelled.label(taken, labels());
    }

    @Override
    public boolean isFresh() {
        return Labelled.bare(task) instanceof Runnable;
    }

    @Override
    public @Nullable Class<?> taskClass() {
        Object known = Labelled.bare(task);
        if (known instanceof Class<?> begun) {
            return begun;
        }
        return known == null || known == ADOPTED ? null : DescribedTask.classOf(known);
    }

    @Override
    public @Nullable Object calledBy() {
        Class<?> begun = taskClass();
        Thread carried = begun == null ? thread : null;
        return carried == null ? begun : carried.getName();
    }

    @Override
    public @Nullable Object taskKind() {
        String named = DescribedTask.kindOf(Labelled.bare(task));
        if (named != null) {
            return named;
        }
        Class<?> known = taskClass();
        return known == null && thread != null ? "thread" : known;
    }

    @Override
    @Nullable
    Object held() {
        return task;
    }

    @Override
    void hold(@Nullable Object value) {
        task = value;
    }

    @Override
    public boolean isFirstRun() {
        return status == STARTED;
    }

    /** Whether it is parked. For observers: it may have gone on by then. */
    public boolean isWaiting() {
        return status == WAITING;
    }

    /** Whether a machine runs it. For observers, as above. */
    public boolean isOnMachine() {
        int now = status;
        return now == RUNNING || now == READIED;
    }

    /** Whether it came off its machine by yielding. By the machine that has taken it and not resumed it yet. */
    public boolean hasYieldedLast() {
        return status == YIELDED;
    }

    /** RUNNABLE after {@link #tryWait}, by the machine there before it queues it: it has yielded of its own accord. */
    public void setYielded() {
        STATUS.setRelease(this, YIELDED);
    }

    public boolean isNew() {
        return status == NEW || status == COUNTED;
    }

    /** Before its thread is started: it counts among the accepted already. */
    public void setCounted() {
        STATUS.setRelease(this, COUNTED);
    }

    /** Only while it is new. */
    public boolean isCounted() {
        return status == COUNTED;
    }

    /** NEW to RUNNABLE, by the thread's starter: the JDK lets only one. */
    public void setRunnable() {
        STATUS.setRelease(this, STARTED);
    }

    /** @return whether the caller must queue it; otherwise it is queued, or will be, or is dead */
    public boolean tryReady() {
        while (true) {
            int now = status;
            if (now == WAITING) {
                if (STATUS.compareAndSet(this, WAITING, RUNNABLE)) {
                    return true;
                }
            } else if (now == RUNNING) {
                if (STATUS.compareAndSet(this, RUNNING, READIED)) {
                    return false;
                }
            } else {
                return false;
            }
        }
    }

    /** RUNNABLE to RUNNING, by the machine that took it from its queue. A full fence. */
    public void setRunning() {
        STATUS.setVolatile(this, RUNNING);
    }

    /** RUNNING to WAITING, by its machine. @return false when it was readied meanwhile and is RUNNABLE: queue it */
    public boolean tryWait() {
        if (status == RUNNING && STATUS.compareAndSet(this, RUNNING, WAITING)) {
            return true;
        }
        STATUS.setRelease(this, RUNNABLE);
        return false;
    }

    /**
     * Lets go of the thread: a thread that it started may hold on to this goroutine as its scheduler. And of its task's class,
     * because a run queue's slot may keep the goroutine until the slot is used again.
     */
    public void setDead() {
        STATUS.setRelease(this, DEAD);
        thread = null;
        TASK.setRelease(this, null);
    }
}
