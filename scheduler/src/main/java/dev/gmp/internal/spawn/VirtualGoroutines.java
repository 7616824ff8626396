package dev.gmp.internal.spawn;

import dev.gmp.internal.gmp.AdoptedThreads;
import dev.gmp.internal.gmp.ClockedGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.LiveGoroutines;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.MachineCounters.Count;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.gmp.SchedulerState;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.Pollers;
import dev.gmp.internal.jdk.VirtualThreads;
import dev.gmp.internal.kind.TaskKind;
import dev.gmp.internal.kind.TaskStatus;
import dev.gmp.internal.label.Labels;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.LockedMachines;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.sched.Readying;
import dev.gmp.internal.util.SafeLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes virtual goroutines, and readies them when the JDK says so (GOROUTINE-1, in {@link VirtualGoroutine}). {@link
 * dev.gmp.internal.sched.VirtualExecution} runs them.
 *
 * <p>A virtual thread that a goroutine starts by itself inherits the goroutine as its scheduler, and shows up here with a
 * continuation that is not the goroutine's. It is adopted: it gets a goroutine of its own, and is carried like the others
 * (ADOPT-1, in {@link AdoptedThreads}).
 */
public final class VirtualGoroutines implements VirtualGoroutine.Scheduler, ThreadFactory {

    private static final SafeLog LOST =
            SafeLog.detached(VirtualGoroutines.class, Level.ERROR, "a virtual thread cannot be run");

    private final String name;
    private final boolean timed;
    private final SchedulerState state;
    private final Spawner spawner;
    private final Readying readying;
    private final Lifecycle lifecycle;
    private final QueuePermits queuePermits;
    private final LiveGoroutines live;
    private final AdoptedThreads adopted;

    public VirtualGoroutines(
            SchedulerState state, Spawner spawner, Readying readying, Lifecycle lifecycle, QueuePermits queuePermits) {
        this.name = "gmp-" + state.config().name() + "-g";
        this.timed = state.config().goroutineTimes();
        this.state = state;
        this.spawner = spawner;
        this.readying = readying;
        this.lifecycle = lifecycle;
        this.queuePermits = queuePermits;
        this.live = state.live();
        this.adopted = state.adopted();
        if (VirtualThreads.available()) {
            Pollers.initialise();
        }
    }

    /** Starts a goroutine for a task that has been admitted. @throws RejectedExecutionException after shutdown */
    void start(Runnable task) {
        start(newGoroutine(task));
    }

    /** Starts a goroutine for a task that was accepted before, when its timer was set. */
    void startCounted(Runnable task) {
        VirtualGoroutine goroutine = newGoroutine(task);
        goroutine.setCounted();
        start(goroutine);
    }

    private void start(VirtualGoroutine goroutine) {
        Thread thread = VirtualThreads.newThread(goroutine.executor(), name, false, goroutine);
        goroutine.attach(thread);
        thread.setContextClassLoader(state.contextClassLoader());
        thread.start();
    }

    /** @return a thread that has not been started; starting it submits it, past admission */
    @Override
    public Thread newThread(Runnable body) {
        VirtualGoroutine goroutine = newGoroutine(null);
        inheritLabels(goroutine);
        Thread thread = VirtualThreads.newThread(goroutine.executor(), name, true, body);
        goroutine.attach(thread);
        return thread;
    }

    @Override
    public void ready(VirtualGoroutine owner, Runnable continuation) {
        if (owner.isCarrying(continuation)) {
            readyOrAccept(owner);
        } else if (VirtualThreads.isContinuation(continuation)) {
            readyAdopted(continuation);
        } else {
            ready(owner, unwrap(continuation));
        }
    }

    /** A2 and A3 of ADOPT-1. */
    private void readyAdopted(Runnable continuation) {
        VirtualGoroutine child = lifecycle.isOver() ? null : findOrAdopt(continuation);
        if (lifecycle.isOver()) {
            adopted.remove(continuation);
            VirtualThreads.handToJdk(continuation);
        } else if (child != null && child.isNew()) {
            child.setRunnable();
            readying.ready(child);
        } else if (child != null) {
            readyAgain(child);
        }
    }

    @Override
    public void readyLater(VirtualGoroutine owner, Runnable continuation, StackOverflowError error) {
        boolean isOwn = owner.isCarrying(continuation);
        if (!isOwn && lifecycle.isOver()) {
            VirtualThreads.handToJdk(continuation);
            return;
        }
        boolean starts = isOwn ? owner.isNew() : adopted.find(continuation) == null;
        if (starts) {
            throw error;
        }
        state.queues().deferredReadies().leave(owner, continuation);
        state.idle().sysmonAlarm().ring();
    }

    @Override
    public void began() {
        queuePermits.begins();
    }

    @Override
    public void threw(Throwable thrown) {
        Machine machine = state.currentMachine();
        if (machine != null) {
            machine.counters().count(Count.UNCAUGHT);
            state.countFailure(machine, thrown);
        }
    }

    /** Not those that are only carried. */
    public void interruptAll(Consumer<Thread> interrupter) {
        for (VirtualGoroutine goroutine : live.all()) {
            Thread thread = goroutine.thread();
            if (thread != null) {
                interrupter.accept(thread);
            }
        }
    }

    /** The threads of those that have begun and not ended, without those that are only carried. */
    public List<Thread> begun() {
        List<Thread> threads = new ArrayList<>();
        for (VirtualGoroutine goroutine : live.all()) {
            Thread thread = goroutine.thread();
            if (thread != null && !goroutine.isFresh()) {
                threads.add(thread);
            }
        }
        return threads;
    }

    /**
     * Shows all virtual goroutines, those that are only carried too, as {@link LiveGoroutines#show}.
     *
     * @param viewer says whether it wants more; one that it is shown may have ended
     */
    public boolean show(Predicate<? super VirtualGoroutine> viewer) {
        return live.show(new VirtualGoroutine(this, null), viewer) && adopted.show(viewer);
    }

    public long estimatedLive() {
        return live.estimatedCount() + adopted.count();
    }

    private void readyAgain(VirtualGoroutine goroutine) {
        if (goroutine.tryReady()) {
            countWait(goroutine);
            Goroutine queued = LockedMachines.inQueue(goroutine);
            readying.ready(queued);
            LockedMachines.wake(queued);
        }
    }

    /** For the kind of its task. Before it is queued: from then on it is a machine's. */
    private void countWait(VirtualGoroutine goroutine) {
        int since = goroutine.waitsSince();
        if (state.kinds() == null || since == 0) {
            return;
        }
        try {
            state.advanceWaitClockIfUnattended();
            long nanos = state.waitClock().nanosSince(since);
            TaskKind kind = nanos == 0 ? null : state.kindOf(goroutine);
            if (kind != null) {
                kind.add(TaskStatus.BLOCKED, nanos);
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            // It must be queued all the same.
        }
    }

    private void readyOrAccept(VirtualGoroutine goroutine) {
        if (!goroutine.isNew()) {
            readyAgain(goroutine);
            return;
        }
        boolean isCounted = goroutine.isCounted();
        goroutine.setRunnable();
        live.add(goroutine);
        if (isCounted) {
            queuePermits.enterAnyway();
            readying.readyLast(goroutine);
            return;
        }
        if (!spawner.tryAccept(goroutine)) {
            live.end(goroutine);
            throw new RejectedExecutionException("it is " + lifecycle.phase());
        }
    }

    private static void inheritLabels(VirtualGoroutine goroutine) {
        Labels labels = MachineThreads.inheritedLabels();
        if (labels != null) {
            goroutine.setLabels(labels);
        }
    }

    private VirtualGoroutine newGoroutine(@Nullable Runnable task) {
        return timed ? new ClockedGoroutine(this, task) : new VirtualGoroutine(this, task);
    }

    /**
     * Gets the continuation out of what an agent has made of it, with the executor that the JDK has called.
     *
     * @throws RejectedExecutionException if there is none to be found. Then the thread never runs again (JDK-5), which is
     *     logged, too: the JDK may have no thread to tell
     */
    private Runnable unwrap(Runnable wrapper) {
        Runnable continuation = VirtualThreads.continuationIn(wrapper);
        if (continuation == null) {
            RejectedExecutionException lost = new RejectedExecutionException(
                    ("scheduler '%s' finds no virtual thread in a %s: an agent that instruments executors has wrapped it"
                                    + ", and must leave out dev.gmp.internal")
                            .formatted(state.config().name(), wrapper.getClass().getName()));
            LOST.log(lost);
            throw lost;
        }
        return continuation;
    }

    private @Nullable VirtualGoroutine findOrAdopt(Runnable continuation) {
        VirtualGoroutine known = adopted.find(continuation);
        return known == null ? adopt(continuation) : known;
    }

    private @Nullable VirtualGoroutine adopt(Runnable continuation) {
        Thread thread = VirtualThreads.threadOf(continuation);
        if (thread == null || !thread.isAlive()) {
            return null; // readied once too often, after its end
        }
        VirtualGoroutine goroutine = newGoroutine(null);
        goroutine.attach(thread);
        goroutine.setAdopted();
        inheritLabels(goroutine); // its starter calls
        adopted.add(continuation, goroutine);
        return goroutine;
    }
}
