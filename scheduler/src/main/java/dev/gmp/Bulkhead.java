package dev.gmp;

import dev.gmp.config.BulkheadConfig;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.internal.bulkhead.BulkheadAdmission;
import dev.gmp.internal.bulkhead.BulkheadFuture;
import dev.gmp.internal.wiring.Scheduler;
import dev.gmp.observe.BulkheadListener;
import dev.gmp.observe.BulkheadSnapshot;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A part of a scheduler's work with a limit of its own, so that one kind of work cannot take what others need. At most
 * {@code maxGoroutines} of its goroutines live at once, parked ones included. It is what a pool's size was good for, without
 * a pool: the threads and processors are the scheduler's.
 *
 * <p>A task that finds no free slot waits in a queue. Slots are given in the order of submission, each when a goroutine has
 * ended: its task has returned or thrown. With {@code maxGoroutines} of 1, tasks run one after the other in order. A task
 * for which the queue has no room is refused; no submitter is ever held up. A task that is accepted is run, unless it is
 * cancelled while it waits, discarded by {@link RejectionPolicy#DISCARD_OLDEST}, or taken back by {@link #shutdownNow}. A
 * future that is cancelled while it waits leaves the queue at once.
 *
 * <p>A task that waits for another task of the same bulkhead may wait for ever, as in any bounded pool. Threads that a task
 * starts by itself are not counted.
 *
 * <p>Its end is its own: the scheduler goes on. When the scheduler is shut down first, the bulkhead is shut down with it,
 * and what it had accepted still runs. {@link GmpScheduler#shutdownNow} also returns what waited here. The scheduler's
 * {@code queueCapacity} counts a task of a bulkhead from when it has a slot until it begins. Where there is no room for one
 * that would start at once, it is refused whatever the scheduler's policy is.
 *
 * <p>All methods may be called from any thread. Memory: as with {@link GmpScheduler}; and what a task does happens before
 * the task that gets its slot.
 *
 * @since 0.1
 */
public final class Bulkhead extends InvokingExecutorService implements AutoCloseable {

    private final BulkheadConfig config;
    private final BulkheadAdmission admission;

    private Bulkhead(BulkheadConfig config, BulkheadAdmission admission) {
        this.config = config;
        this.admission = admission;
    }

    /** The name in meters and messages, unique among the scheduler's bulkheads. */
    public String name() {
        return config.name();
    }

    /** What it was built with. */
    public BulkheadConfig config() {
        return config;
    }

    /** @throws RejectedExecutionException if there is no room, or after shutdown; the message says which limit is reached */
    @Override
    public void execute(Runnable task) {
        admission.execute(Objects.requireNonNull(task, "task"));
    }

    /**
     * Takes a task that waits out of the queue, as {@link java.util.concurrent.ThreadPoolExecutor#remove}. Takes time in
     * proportion to the queue; the cancellation of a future that {@code submit} has returned does not.
     *
     * @return whether it waited
     */
    public boolean remove(Runnable task) {
        return admission.remove(task);
    }

    /** Refuses new tasks and finishes those it has, waiting ones included. Returns at once. */
    @Override
    public void shutdown() {
        admission.shutdown();
    }

    /** Refuses new tasks, interrupts those that run, and returns those that had not begun: they never will. */
    @Override
    public List<Runnable> shutdownNow() {
        return admission.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return admission.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return admission.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return admission.awaitTermination(timeout, unit);
    }

    /**
     * Shuts down and waits until all tasks have ended; the scheduler lives on. When the waiting thread is interrupted, the
     * tasks are too, as by {@link #shutdownNow}; the wait goes on, and the interrupt status is set on return.
     */
    @Override
    public void close() {
        Closing.shutDownAndWait(this);
    }

    /** What lives and waits now, and the counters. */
    public BulkheadSnapshot snapshot() {
        return admission.snapshot();
    }

    /** From now on the listener hears of admissions. */
    public void addListener(BulkheadListener listener) {
        admission.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** From now on the listener is told nothing. Does nothing for one that was never added. */
    public void removeListener(BulkheadListener listener) {
        admission.removeListener(listener);
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new BulkheadFuture<>(runnable, value);
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new BulkheadFuture<>(callable);
    }

    @Override
    public String toString() {
        return "Bulkhead[%s, maxGoroutines=%d]".formatted(name(), config.maxGoroutines());
    }

    /**
     * Collects the settings of a bulkhead; {@link #build} validates them. Not thread-safe.
     *
     * @since 0.1
     */
    public static final class Builder {

        private final Scheduler scheduler;
        private final String name;
        private @Nullable Integer maxGoroutines;
        private OptionalInt queueCapacity = OptionalInt.empty();
        private RejectionPolicy rejectionPolicy = RejectionPolicy.ABORT;
        private GoroutineMode goroutines;

        Builder(Scheduler scheduler, String name) {
            this.scheduler = scheduler;
            this.name = Objects.requireNonNull(name, "name");
            this.goroutines = scheduler.kind();
        }

        /**
         * The most of its goroutines that live at once, parked ones included. It has to be set.
         *
         * @param value 1 or more; {@link #build} refuses others
         */
        public Builder maxGoroutines(int value) {
            maxGoroutines = value;
            return this;
        }

        /**
         * The most tasks that wait for a slot. Default: no limit.
         *
         * @param value zero for no queue, or more; {@link #build} refuses others
         */
        public Builder queueCapacity(int value) {
            queueCapacity = OptionalInt.of(value);
            return this;
        }

        /**
         * What happens to a task for which the queue has no room. Default: {@link RejectionPolicy#ABORT}.
         *
         * @param value that, or {@link RejectionPolicy#DISCARD_OLDEST}; {@link #build} refuses others
         * @throws NullPointerException if it is null
         */
        public Builder rejectionPolicy(RejectionPolicy value) {
            rejectionPolicy = Objects.requireNonNull(value, "rejectionPolicy");
            return this;
        }

        /**
         * What a task runs on. Default: the scheduler's own kind.
         *
         * @throws NullPointerException if the value is null
         */
        public Builder goroutines(GoroutineMode value) {
            goroutines = Objects.requireNonNull(value, "goroutines");
            return this;
        }

        /**
         * Makes the bulkhead, and lets the scheduler know it.
         *
         * @throws InvalidSettingException if a setting is out of its range, {@link #maxGoroutines} is not set, or a bulkhead of that name has not ended yet
         * @throws VirtualGoroutinesUnavailableException if virtual goroutines are asked for by name and this JVM cannot
         *     make them; the message says what to add
         */
        public Bulkhead build() {
            if (maxGoroutines == null) {
                throw new InvalidSettingException("max-goroutines", "absent", "at least 1");
            }
            BulkheadConfig config = new BulkheadConfig(name, maxGoroutines, queueCapacity, rejectionPolicy, goroutines);
            return new Bulkhead(config, scheduler.bulkhead(config));
        }
    }
}
