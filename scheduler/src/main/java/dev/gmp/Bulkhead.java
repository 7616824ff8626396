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
 * A limit on one kind of a scheduler's tasks: at most {@code maxGoroutines} of them are live at once, parked ones
 * included. It replaces a thread pool of that size, without threads of its own.
 *
 * <p>A task without a free slot waits in a queue. Slots are given in the order of submission. A slot is free again when
 * its task has returned or thrown. With {@code maxGoroutines} of 1, tasks run one after the other in order. If the
 * queue is full, the task is rejected; a submitter never waits.
 *
 * <p>An accepted task runs, unless it is cancelled while it waits, discarded by {@link RejectionPolicy#DISCARD_OLDEST},
 * or returned by {@link #shutdownNow}. A future that is cancelled while it waits leaves the queue at once.
 *
 * <p>A task that waits for another task of the same bulkhead may wait for ever, as in any bounded pool. Threads that a
 * task starts by itself are not counted.
 *
 * <p>Shutdown: the scheduler goes on. If the scheduler is shut down, the bulkhead is shut down with it, and accepted
 * tasks still run. {@link GmpScheduler#shutdownNow} also returns the tasks that wait here.
 *
 * <p>The scheduler's {@code queueCapacity} counts a task of a bulkhead from its slot until it begins. If that queue is
 * full, a task that would get a slot at once is rejected, whatever the scheduler's policy is.
 *
 * <p>Threading: all methods may be called from any thread. Memory: as with {@link GmpScheduler}. In addition, what a
 * task does happens before the task that gets its slot.
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

    /** The name in meters and messages; unique among the scheduler's bulkheads. */
    public String name() {
        return config.name();
    }

    /** The settings that this bulkhead was built with. */
    public BulkheadConfig config() {
        return config;
    }

    /**
     * Submits a task.
     *
     * @throws RejectedExecutionException if the queue is full, or after shutdown; the message says which limit is
     *     reached
     */
    @Override
    public void execute(Runnable task) {
        admission.execute(Objects.requireNonNull(task, "task"));
    }

    /**
     * Removes a waiting task from the queue, as {@link java.util.concurrent.ThreadPoolExecutor#remove}. It takes time
     * in proportion to the queue's length. To cancel a future of {@code submit} does not.
     *
     * @return whether the task was waiting
     */
    public boolean remove(Runnable task) {
        return admission.remove(task);
    }

    /** Rejects new tasks and finishes the accepted ones, waiting ones included. Returns at once. */
    @Override
    public void shutdown() {
        admission.shutdown();
    }

    /** Rejects new tasks, interrupts running ones, and returns those that had not begun, which never run. */
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
     * Shuts down and waits until all tasks have ended; the scheduler goes on. If the waiting thread is interrupted, the
     * tasks are interrupted as by {@link #shutdownNow}. The wait then goes on, and the interrupt status is set on
     * return.
     */
    @Override
    public void close() {
        Closing.shutDownAndWait(this);
    }

    /** The live and waiting tasks at this moment, and the counters. */
    public BulkheadSnapshot snapshot() {
        return admission.snapshot();
    }

    /** Adds a listener, which is called for each later admission. */
    public void addListener(BulkheadListener listener) {
        admission.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /** Removes a listener. Does nothing if it was never added. */
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
     * Builds a {@link Bulkhead}. The setters do not check ranges: {@link #build} throws {@link InvalidSettingException}
     * for a value out of its range. A setter throws {@link NullPointerException} for null. Not thread-safe.
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
         * The largest number of live goroutines of this bulkhead, parked ones included. Required; there is no default.
         *
         * @param value 1 or more
         */
        public Builder maxGoroutines(int value) {
            maxGoroutines = value;
            return this;
        }

        /**
         * The largest number of tasks that wait for a slot. Default: no limit.
         *
         * @param value 0 or more; 0 is no queue
         */
        public Builder queueCapacity(int value) {
            queueCapacity = OptionalInt.of(value);
            return this;
        }

        /**
         * What happens to a task when the queue is full. Default: {@link RejectionPolicy#ABORT}.
         *
         * @param value {@link RejectionPolicy#ABORT} or {@link RejectionPolicy#DISCARD_OLDEST}
         */
        public Builder rejectionPolicy(RejectionPolicy value) {
            rejectionPolicy = Objects.requireNonNull(value, "rejectionPolicy");
            return this;
        }

        /** The goroutines that tasks run on. Default: the scheduler's own mode. */
        public Builder goroutines(GoroutineMode value) {
            goroutines = Objects.requireNonNull(value, "goroutines");
            return this;
        }

        /**
         * Builds the bulkhead and registers it with the scheduler.
         *
         * @throws InvalidSettingException if a setting is out of its range, {@link #maxGoroutines} is not set, or a
         *     bulkhead of that name has not ended
         * @throws VirtualGoroutinesUnavailableException if {@link #goroutines} is {@link GoroutineMode#VIRTUAL} and
         *     this JVM cannot make virtual goroutines; the message says what to add
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
