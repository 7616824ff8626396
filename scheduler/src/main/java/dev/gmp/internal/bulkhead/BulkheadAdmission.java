package dev.gmp.internal.bulkhead;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.internal.bulkhead.SlotQueue.Entry;
import dev.gmp.internal.gmp.MachineThreads;
import dev.gmp.internal.sched.Lifecycle;
import dev.gmp.internal.sched.QueuePermits;
import dev.gmp.internal.spawn.Rejections;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.util.TakenTasks;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.BulkheadSnapshot;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One bulkhead of a scheduler: which tasks start now, which wait, which are refused. The rules of the queue are in
 * {@link SlotQueue}, what an accepted task means to the scheduler's own life in {@link Bulkheads}. Thread-safe; no caller
 * is ever held up.
 */
public final class BulkheadAdmission {

    private static final SafeLog DROPS = new SafeLog(
            BulkheadAdmission.class, Level.ERROR, "a bulkhead could not start a waiting task, and cancels it");

    private final BulkheadConfig config;
    private final int queueCapacity;
    private final GoroutineMode kind;
    private final Consumer<BulkheadAdmission> afterEnd;
    private final Lifecycle lifecycle;
    private final QueuePermits queuePermits;
    private final Spawner spawner;
    private final SlotQueue<BulkheadTask> slots;
    private final BulkheadWaits waits = new BulkheadWaits();
    private final String scheduler;
    private final Rejections rejections;
    private final CountDownLatch terminated = new CountDownLatch(1);

    /**
     * @param kind direct or virtual
     * @param afterEnd called when it has been shut down and its last task has ended, maybe more than once
     */
    public BulkheadAdmission(
            BulkheadConfig config,
            GoroutineMode kind,
            String scheduler,
            Consumer<BulkheadAdmission> afterEnd,
            Lifecycle lifecycle,
            QueuePermits queuePermits,
            Spawner spawner) {
        this.config = config;
        this.kind = kind;
        this.afterEnd = afterEnd;
        this.lifecycle = lifecycle;
        this.queuePermits = queuePermits;
        this.spawner = spawner;
        this.queueCapacity = config.queueCapacity().orElse(Integer.MAX_VALUE);
        this.slots = new SlotQueue<>(config.maxGoroutines(), queueCapacity);
        this.scheduler = scheduler;
        this.rejections = new Rejections("bulkhead '%s' of scheduler '%s'".formatted(config.name(), scheduler));
    }

    public String name() {
        return config.name();
    }

    /** @throws RejectedExecutionException if there is no room, or after the shutdown of this or of the scheduler */
    public void execute(Runnable task) {
        StackReserve.ensure();
        BulkheadTask waiter = new BulkheadTask(this, MachineThreads.inheriting(task));
        BulkheadFuture<?> future = task instanceof BulkheadFuture<?> cancellable ? cancellable : null;
        if (future != null) {
            future.waitAt(waiter);
        }
        if (!queuePermits.hasRoom() && slots.count().held() < config.maxGoroutines()) {
            throw rejections.rejected(task, "the scheduler has no room, " + queuePermits.fill(), null);
        }
        enter(waiter);
        if (future != null && future.isCancelled()) {
            waiter.leave(); // it was cancelled before it waited
        }
    }

    private void enter(BulkheadTask waiter) {
        Entry entry = slots.enter(waiter);
        while (entry == Entry.FULL) {
            if (config.rejectionPolicy() == RejectionPolicy.ABORT || queueCapacity == 0) {
                throw rejections.rejected(waiter.task(), fill(), null);
            }
            discardOldest();
            entry = slots.enter(waiter);
        }
        if (entry == Entry.CLOSED) {
            throw rejections.rejected(
                    waiter.task(),
                    lifecycle.accepts() ? "it is shut down" : "the scheduler is " + lifecycle.phase(),
                    null);
        }
        if (entry == Entry.SLOT) {
            startFirst(waiter);
        }
    }

    private String fill() {
        SlotQueue.Count now = slots.count();
        return "%d of %d goroutines live (max-goroutines), %d of %d tasks wait (queue-capacity)"
                .formatted(now.held(), config.maxGoroutines(), now.waiting(), queueCapacity);
    }

    private void startFirst(BulkheadTask waiter) {
        try {
            spawner.startAccepted(waiter.labelled(), kind);
        } catch (Throwable noMemory) {
            recalled(waiter); // unless shutdownNow has taken it back meanwhile: TASK-1
            lifecycle.discarded(); // not before another one has its slot: QUIET-1
            throw noMemory;
        }
        waits.admittedAtOnce();
    }

    /** A holder has ended, or was taken back: its slot goes to the next one. */
    void ended(BulkheadTask holder) {
        BulkheadTask next = slots.leave(holder);
        while (next != null) {
            waits.admittedAfter(next.waitedNanos());
            try {
                spawner.startAccepted(next.labelled(), kind);
                return;
            } catch (Throwable noMemory) {
                DROPS.log(noMemory);
                boolean isOurs = next.tryRecall(); // shutdownNow may have taken it back: TASK-1
                if (isOurs) {
                    Rejections.cancel(next.task());
                }
                next = isOurs ? slots.leave(next) : null;
                lifecycle.discarded(); // not before another one has its slot: QUIET-1
            }
        }
        tryTerminate();
    }

    /** Takes a task that waits out of the queue. @return whether it waited */
    boolean withdraw(BulkheadTask waiting) {
        boolean waited = slots.withdraw(waiting);
        tryTerminate();
        return waited;
    }

    /** Takes a task that waits out of the queue, by what was submitted. Looks at all that wait. */
    public boolean remove(Runnable task) {
        StackReserve.ensure();
        return slots.waiters().stream().filter(each -> each.task() == task).anyMatch(this::withdraw);
    }

    /** The scheduler takes the task back that it was about to run. @return false if another thread has done so */
    boolean recalled(BulkheadTask holder) {
        boolean recalled = holder.tryRecall();
        if (recalled) {
            ended(holder);
        }
        return recalled;
    }

    void discarded(BulkheadTask holder) {
        if (recalled(holder)) {
            rejections.count();
            Rejections.cancel(holder.task());
        }
    }

    public void shutdown() {
        StackReserve.ensure();
        slots.close();
        tryTerminate();
    }

    /** Shuts down and interrupts. @return what has not begun, and never will */
    public List<Runnable> shutdownNow() {
        StackReserve.ensure();
        slots.close();
        TakenTasks unrun = new TakenTasks();
        recallWaiting(unrun);
        List<BulkheadTask> holders = slots.holders();
        unrun.makeRoom(holders.size());
        for (BulkheadTask holder : holders) {
            if (recalled(holder)) {
                unrun.add(holder.task());
            } else {
                holder.interrupt();
            }
        }
        tryTerminate();
        return unrun.list();
    }

    void recallWaiting(TakenTasks recalled) {
        List<BulkheadTask> waiters = slots.waiters();
        recalled.makeRoom(waiters.size());
        for (BulkheadTask waiter : waiters) {
            if (withdraw(waiter)) {
                recalled.add(waiter.task());
            }
        }
    }

    public boolean isShutdown() {
        return slots.isClosed();
    }

    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    public void addListener(BulkheadListener listener) {
        waits.add(listener);
    }

    public void removeListener(BulkheadListener listener) {
        waits.remove(listener);
    }

    long started() {
        return slots.admitted();
    }

    public BulkheadSnapshot snapshot() {
        StackReserve.ensure();
        SlotQueue.Count count = slots.count();
        BulkheadSnapshot.Phase phase = !isShutdown()
                ? BulkheadSnapshot.Phase.RUNNING
                : isTerminated() ? BulkheadSnapshot.Phase.TERMINATED : BulkheadSnapshot.Phase.SHUTDOWN;
        return new BulkheadSnapshot(
                name(),
                scheduler,
                phase,
                count.held(),
                count.waiting(),
                count.admitted(),
                count.queued(),
                count.ended(),
                count.withdrawn(),
                rejections.total(),
                waits.snapshot(count.admitted()),
                config);
    }

    private void discardOldest() {
        BulkheadTask oldest = slots.withdrawOldest();
        if (oldest != null) {
            rejections.count();
            Rejections.cancel(oldest.task());
        }
    }

    private void tryTerminate() {
        if (slots.isFinished() && terminated.getCount() != 0) {
            afterEnd.accept(this);
            terminated.countDown();
        }
    }
}
