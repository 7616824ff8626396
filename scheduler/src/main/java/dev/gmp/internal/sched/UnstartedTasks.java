package dev.gmp.internal.sched;

import dev.gmp.internal.gmp.BoundGoroutine;
import dev.gmp.internal.gmp.DirectGoroutine;
import dev.gmp.internal.gmp.Goroutine;
import dev.gmp.internal.gmp.Machine;
import dev.gmp.internal.gmp.Processors;
import dev.gmp.internal.gmp.ResumedGoroutine;
import dev.gmp.internal.gmp.SharedQueues;
import dev.gmp.internal.gmp.VirtualGoroutine;
import dev.gmp.internal.jdk.TracedTask;
import dev.gmp.internal.runq.AlreadyAccepted;
import dev.gmp.internal.runq.Batch;
import dev.gmp.internal.util.TakenTasks;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes back tasks that were accepted and have not begun: all of them for {@code shutdownNow}, the oldest one when it has
 * to make room.
 *
 * <p>RECALL-1: {@code shutdownNow} returns each task that never begins, and no other. A task leaves its queue either here
 * or by a machine, once. A machine that takes one after STOP hands it in here as long as tasks are collected, and else
 * runs it. The collection goes on until every machine has been seen to run something or nothing, so none of them holds
 * a task in between.
 */
public final class UnstartedTasks {

    private final Processors processors;
    private final SharedQueues queues;
    private final MachinePool machines;
    private final Lifecycle lifecycle;
    private final QueuePermits queuePermits;
    private final Readying readying;
    private final IdlePriorityQueue idlePriorityQueue;

    /**
     * The result of a search for a task to discard.
     *
     * @param discarded false if those that may give way are between two queues, or there are none
     * @param kept how many were met that take room and keep it
     */
    public record Oldest(boolean discarded, int kept) {}

    /** What machines hand in while tasks are collected; null at other times. Guarded by this. */
    private @Nullable TakenTasks collected;

    public UnstartedTasks(
            Processors processors,
            SharedQueues queues,
            MachinePool machines,
            Lifecycle lifecycle,
            QueuePermits queuePermits,
            Readying readying,
            IdlePriorityQueue idlePriorityQueue) {
        this.processors = processors;
        this.queues = queues;
        this.machines = machines;
        this.lifecycle = lifecycle;
        this.queuePermits = queuePermits;
        this.readying = readying;
        this.idlePriorityQueue = idlePriorityQueue;
    }

    /**
     * If it throws, for instance without memory, what still waits in a queue runs after all.
     *
     * @param stop sets the phase and interrupts; from then on machines hand in what they find
     * @param tasks gets what is taken out of queues
     * @param handedIn gets what machines hand in until this returns or throws
     */
    public void recallAll(Runnable stop, TakenTasks tasks, TakenTasks handedIn) {
        Batch<Goroutine> drained = new Batch<>();
        Batch<Goroutine> begun = new Batch<>();
        Consumer<Goroutine> stillToRun = begun::add; // linked before anything is taken, for that may fail
        Predicate<Machine> betweenGoroutines = UnstartedTasks::isBetweenGoroutines;
        synchronized (this) {
            collected = handedIn;
        }
        try {
            stop.run();
            queues.backlog().endMoves(); // what sysmon moves is in no queue for a moment
            do {
                drain(drained, tasks, stillToRun);
            } while (queues.backlog().isMoving() || machines.all().stream().anyMatch(betweenGoroutines));
            drain(drained, tasks, stillToRun);
        } finally {
            synchronized (this) {
                collected = null;
            }
            readyAll(drained);
            readyAll(begun);
        }
    }

    /** Hands in a task that a machine was about to begin. @return false when it must begin after all */
    synchronized boolean tryHandIn(Runnable task) {
        TakenTasks collecting = collected;
        if (collecting == null) {
            return false;
        }
        try {
            collecting.add(TracedTask.submitted(task));
            return true;
        } catch (OutOfMemoryError e) {
            return false; // there is no room to hand it in
        }
    }

    /**
     * Takes the task at the head of one queue, the one that has waited longest there, and discards it. The discard may
     * admit another task. Only after that is the discarded one counted as ended, or its thread let end. Otherwise the
     * scheduler would look finished in between (QUIET-1).
     */
    public Oldest discardOldest(Consumer<Runnable> discard) {
        Search search = new Search();
        int kept;
        try {
            search.in(queues.backlog()::pollOldest); // which have waited for longer than those in the queues
            if (search.task == null) {
                search.in(() -> queues.global().poll(0));
            }
            for (int id = 0; search.task == null && id < processors.made(); id++) {
                search.in(processors.get(id).queue()::pollAny);
            }
            if (search.task != null) {
                discard.accept(TracedTask.submitted(search.task));
            }
        } finally {
            kept = search.end();
        }
        return new Oldest(search.task != null, kept);
    }

    /**
     * Whether it takes room of the queue and gives way to no other: what a timer has started was accepted when the timer was
     * set, and what resumes has begun.
     */
    private static boolean keepsItsPlace(Goroutine goroutine) {
        if (goroutine instanceof VirtualGoroutine virtual) {
            return virtual.freshTask() instanceof AlreadyAccepted;
        }
        return goroutine instanceof ResumedGoroutine
                || (goroutine instanceof DirectGoroutine direct && direct.task() instanceof AlreadyAccepted);
    }

    /** @return how many of them take room of the queue */
    private int readyAll(Batch<Goroutine> begun) {
        int places = 0;
        for (Goroutine each = begun.remove(); each != null; each = begun.remove()) {
            places += keepsItsPlace(each) ? 1 : 0;
            if (each instanceof BoundGoroutine bound && bound.isClaimed()) {
                queues.abandonedEntries().decrementAndGet();
            } else {
                readying.readyGlobal(each);
            }
        }
        return places;
    }

    /** @param drained holds what was in a queue and is not taken back yet; empty on return */
    private void drain(Batch<Goroutine> drained, TakenTasks tasks, Consumer<Goroutine> stillToRun) {
        for (Goroutine each = idlePriorityQueue.recall(); each != null; each = idlePriorityQueue.recall()) {
            drained.add(each);
        }
        queues.global().drainTo(drained, Integer.MAX_VALUE, 0);
        queues.backlog().drainTo(drained, Integer.MAX_VALUE);
        for (int id = 0; id < processors.made(); id++) {
            var queue = processors.get(id).queue();
            for (Goroutine each = queue.pollAny(); each != null; each = queue.pollAny()) {
                drained.add(each);
            }
        }
        tasks.makeRoom(drained.size());
        for (Goroutine each = drained.remove(); each != null; each = drained.remove()) {
            Runnable task = takeTask(each, stillToRun);
            if (task != null) {
                tasks.add(TracedTask.submitted(task));
                countIfGone(each);
            }
        }
    }

    /** After its task was taken: a direct goroutine is nothing without it; the thread of a virtual one has still to end. */
    private void countIfGone(Goroutine goroutine) {
        if (goroutine instanceof DirectGoroutine) {
            lifecycle.discarded();
        }
    }

    /**
     * Takes the task out of a goroutine that was in a queue.
     *
     * @param stillToRun gets a goroutine that must be queued again: it has begun, or its thread has still to end
     */
    private @Nullable Runnable takeTask(Goroutine goroutine, Consumer<Goroutine> stillToRun) {
        if (goroutine instanceof DirectGoroutine direct && direct.isFresh()) {
            queuePermits.begins();
            return direct.takeTask();
        }
        stillToRun.accept(goroutine); // first, for what follows may fail
        Runnable task = goroutine instanceof VirtualGoroutine virtual ? virtual.takeTask() : null;
        if (task != null) {
            queuePermits.begins();
        }
        return task;
    }

    /** For one task that gives way. Made before anything is taken: there may be no memory then. */
    private final class Search {

        /** Kept until the end, lest they are met again and again. */
        private final Batch<Goroutine> begun = new Batch<>();

        private final Consumer<Goroutine> stillToRun = begun::add;
        private @Nullable Runnable task;
        private @Nullable Goroutine holder;

        void in(Supplier<@Nullable Goroutine> queue) {
            for (Goroutine each = queue.get(); each != null; each = queue.get()) {
                if (keepsItsPlace(each)) {
                    stillToRun.accept(each);
                    continue;
                }
                task = takeTask(each, stillToRun);
                if (task != null) {
                    holder = each;
                    return;
                }
            }
        }

        /** In any case, also without memory. @return how many take room and keep it */
        int end() {
            if (holder != null) {
                countIfGone(holder);
            }
            return readyAll(begun);
        }
    }

    /**
     * A machine may hold a goroutine that stands in no queue and has not begun. One that tells a listener holds none, and the
     * listener may wait for the caller.
     */
    private static boolean isBetweenGoroutines(Machine machine) {
        return !machine.isCurrentThread()
                && machine.thread().isAlive()
                && !machine.isTelling()
                && !machine.isParked()
                && machine.currentAcquire() == null;
    }
}
