package dev.gmp;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.quota.CgroupReadings;
import dev.gmp.internal.spawn.Spawner;
import dev.gmp.internal.util.StackReserve;
import dev.gmp.internal.wiring.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Go's goroutine scheduler as an executor: as many tasks run at once as there are processors (GOMAXPROCS). Each processor
 * has a run queue of its own, and idle ones steal from busy ones. Threads are made, parked and ended as the load asks.
 *
 * <p>Order: none is promised, as in Go, also with one processor. It takes work from outside in batches, and now and then one
 * beyond the batch. Fairness: while fewer than {@code n} tasks wait and each ends, every one of them begins after a bounded
 * number of others. Memory: what a thread does before it submits a task happens before the task's run, and that before what
 * follows {@link java.util.concurrent.Future#get()}.
 *
 * <p>A task may start virtual threads by itself, by {@code Thread.ofVirtual().start} or an executor of virtual threads. Such
 * a thread is carried by the scheduler, and is none of its tasks. It is accepted whatever the queue holds, no shutdown waits
 * for it or interrupts it, and what it submits comes from outside. When the scheduler ends, the JDK's own carries such
 * threads on.
 *
 * <p>A task given to {@link #execute} that throws ends in its thread's uncaught-exception handler; the thread lives on.
 * All methods may be called from any thread.
 *
 * <p>The JVM: the threads are no daemons. One that is idle ends after {@link SchedulerBuilder#machineKeepAlive}, so a
 * scheduler that is never closed does not hold the JVM for ever. It does for as long as a task runs or waits to run, or a
 * delayed or periodic task is pending. So does a goroutine that sleeps, or waits for a connection of {@code dev.gmp.net}.
 * Nothing else holds it: no virtual goroutine that waits for another thread without a time limit, and no timer that was
 * cancelled. A timer is cancelled by {@link java.util.concurrent.Future#cancel} or by the end of a timed wait. The last
 * thread notices a cancellation within one keep-alive more, or one second if that is longer. Timed waits of virtual
 * goroutines other than {@link Goroutines#sleep} hold the JVM from JDK 25 on.
 *
 * @since 0.1
 */
public final class GmpScheduler extends ObservableScheduler implements AutoCloseable {

    private final SchedulerConfig config;
    private final ProcsRule procsRule;
    private final Scheduler scheduler;
    private final Spawner spawner;
    private final GoroutineMode kind;
    private final Executor direct;
    private final Executor virtual;

    GmpScheduler(
            SchedulerConfig config,
            ProcsRule procsRule,
            @Nullable DefaultProcs defaultProcs,
            @Nullable ClassLoader contextClassLoader) {
        this(config, procsRule, new Scheduler(config, defaultProcs, contextClassLoader));
    }

    /** For tests, which want small queues and no sysmon. */
    GmpScheduler(SchedulerConfig config, Scheduler scheduler) {
        this(config, new ProcsRule(ProcsRule.GO_MINIMUM), scheduler);
    }

    private GmpScheduler(SchedulerConfig config, ProcsRule procsRule, Scheduler scheduler) {
        super(scheduler);
        this.config = config;
        this.procsRule = procsRule;
        this.scheduler = scheduler;
        this.spawner = scheduler.spawner();
        this.kind = scheduler.kind();
        this.direct = task -> scheduler.execute(Objects.requireNonNull(task, "task"), GoroutineMode.DIRECT);
        this.virtual = task -> scheduler.execute(Objects.requireNonNull(task, "task"), GoroutineMode.VIRTUAL);
    }

    /** A builder with the defaults, which its methods name. */
    public static SchedulerBuilder builder() {
        return new SchedulerBuilder();
    }

    /** The name in threads, meters and log lines. */
    public String name() {
        return config.name();
    }

    /** What the scheduler was built with. */
    public SchedulerConfig config() {
        return config;
    }

    /** The number of processors, so of tasks that run at once (Go: GOMAXPROCS). */
    public int maxProcs() {
        return scheduler.procs();
    }

    /**
     * Changes the number of processors while they work (Go: {@code runtime.GOMAXPROCS(n)}). More are there at once; fewer
     * as soon as running tasks come to an end, park, or have used up their time slice. No task is lost. From then on the
     * number does not follow the CPU quota, until {@link #setDefaultMaxProcs}.
     *
     * @param procs 1 to {@link SchedulerConfig#MAX_PROCS}, and not more than {@code maxMachines}
     * @throws InvalidSettingException if it is out of range
     */
    public void setMaxProcs(int procs) {
        StackReserve.ensure();
        scheduler.setProcs(config.withMaxProcs(procs).maxProcs());
    }

    /**
     * Sets the number of processors to the default of {@link SchedulerBuilder#maxProcs} (Go: {@code
     * runtime.SetDefaultGOMAXPROCS()}). From now on it follows the CPUs and their quota, whatever the scheduler was built
     * with.
     */
    public void setDefaultMaxProcs() {
        StackReserve.ensure();
        scheduler.followDefault(CgroupReadings.defaultProcs(procsRule));
    }

    /**
     * Runs a task at some time in the future. Called from one of this scheduler's own tasks, the new one comes next on
     * the same processor (Go: the {@code go} statement).
     *
     * @throws RejectedExecutionException after shutdown, or when the queue is full and the policy is to abort
     */
    @Override
    public void execute(Runnable task) {
        spawner.execute(Objects.requireNonNull(task, "task"), kind);
    }

    /**
     * Runs tasks on direct goroutines, whatever the scheduler's own kind is: on a thread of the scheduler, from beginning to
     * end. The cheapest for work that computes; a task that blocks holds its thread. Whatever a task before it has set, each
     * finds the thread's context class loader, name, priority and uncaught-exception handler as they were made.
     * Thread-locals stay, as in a pool.
     */
    public Executor direct() {
        return direct;
    }

    /**
     * Runs tasks on virtual goroutines, whatever the scheduler's own kind is: each on a virtual thread of its own.
     *
     * @throws VirtualGoroutinesUnavailableException if this JVM cannot make them; the message says what to add
     */
    public Executor virtual() {
        scheduler.threadFactory();
        return virtual;
    }

    /**
     * Runs a task when a processor would otherwise go idle (Go: idle-priority GC work): for what may wait, such as warming
     * or compacting a cache. It runs on a direct goroutine; a processor takes one at a time and looks for other work in
     * between. While other work waits, one that runs is asked to give way at once, which it does at {@link
     * Goroutines#checkpoint}. Without that its processor is taken from it within some milliseconds.
     *
     * @throws RejectedExecutionException after shutdown, or when {@code idleQueueCapacity} tasks wait already
     */
    public void executeIdle(Runnable task) {
        scheduler.executeIdle(Objects.requireNonNull(task, "task"));
    }

    /**
     * Makes virtual threads that this scheduler carries. They count as goroutines from their start to their end, past the
     * limit of {@code queueCapacity}. {@link Thread#start} throws {@link RejectedExecutionException} after shutdown.
     *
     * @throws VirtualGoroutinesUnavailableException if this JVM cannot make them; the message says what to add
     */
    public ThreadFactory threadFactory() {
        return scheduler.threadFactory();
    }

    /** What {@link #execute} runs tasks on: {@link GoroutineMode#DIRECT} or {@link GoroutineMode#VIRTUAL}. */
    public GoroutineMode goroutines() {
        return kind;
    }

    /**
     * Runs the next part of work that comes in parts, such as an actor's reaction to a message, on a direct goroutine.
     * Called from one of this scheduler's tasks, it comes next on the same processor. It is work that has begun: it does not
     * wait for room in a full queue, and is never taken back. An orderly shutdown waits for it and for what it resumes in
     * turn.
     *
     * @throws RejectedExecutionException after {@link #shutdown} from outside, after {@link #shutdownNow} always
     */
    public void resume(Runnable part) {
        spawner.resume(Objects.requireNonNull(part, "part"), false);
    }

    /**
     * The same, but it comes after those that wait on this processor already: for what has had a turn and wants another.
     */
    public void resumeLast(Runnable part) {
        spawner.resume(Objects.requireNonNull(part, "part"), true);
    }

    /** Sets out to build a bulkhead: a part of this scheduler's work with a limit of its own. */
    public Bulkhead.Builder bulkhead(String bulkhead) {
        return new Bulkhead.Builder(scheduler, bulkhead);
    }

    /** Refuses new tasks and finishes those it has. Returns at once. */
    @Override
    public void shutdown() {
        StackReserve.ensureForCaller(); // what it ends looks by itself
        scheduler.shutdown();
    }

    /**
     * Refuses new tasks, interrupts those that run, and returns those that had not begun: they never will. A task that
     * was submitted as a future is returned as that future and is not cancelled.
     */
    @Override
    public List<Runnable> shutdownNow() {
        StackReserve.ensureForCaller(); // what it ends looks by itself
        return scheduler.shutdownNow(thread -> true);
    }

    /**
     * The same, but some of those that run are left to end by themselves. For a goroutine that shuts down, and goes on after that.
     *
     * @param interrupted which threads of {@link #taskThreads} are interrupted
     */
    public List<Runnable> shutdownNow(Predicate<Thread> interrupted) {
        Objects.requireNonNull(interrupted, "interrupted");
        StackReserve.ensureForCaller(); // what it ends looks by itself
        return scheduler.shutdownNow(interrupted);
    }

    /**
     * Cancels every delayed and periodic task that waits for its time. What is due by now, what runs and what sleeps is left
     * alone. A periodic task that runs is set again unless the scheduler is shut down. So a scheduler that is shut down ends
     * with its running tasks, however far away a delayed one is.
     *
     * @return how many
     */
    public int cancelDelayed() {
        StackReserve.ensure();
        return scheduler.cancelDelayed();
    }

    /**
     * Closes the files below {@code /proc} and {@code /sys} and the selector that the scheduler keeps open, as has to be done
     * before a checkpoint of the JVM (CRaC). Tasks that come later open them again, as they need them; whenever the last one is
     * done, the files are closed again, and the CPUs and their quota are not read before the next, until {@link #keepFiles}.
     *
     * <p>It returns at once. While tasks run, or connections of {@code dev.gmp.net} are open, it is in vain; and it takes
     * some milliseconds after the last task. So it is to be called until it has been done.
     *
     * @return whether nothing is open now
     * @since 0.2
     */
    public boolean releaseFiles() {
        StackReserve.ensure();
        return scheduler.releaseFiles();
    }

    /**
     * Ends what {@link #releaseFiles} has begun: files stay open from one use to the next again, and the number of processors
     * follows the CPUs while the scheduler is idle, too.
     *
     * @since 0.2
     */
    public void keepFiles() {
        StackReserve.ensure();
        scheduler.keepFiles();
    }

    @Override
    public boolean isShutdown() {
        return scheduler.isShutdown();
    }

    /**
     * Whether all tasks have ended after a shutdown, and all threads with them. One that runs an {@linkplain #adoptedThreads
     * adopted thread} at that moment ends when that parks, yields or ends.
     */
    @Override
    public boolean isTerminated() {
        return scheduler.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return scheduler.awaitTermination(timeout, unit);
    }

    /**
     * Shuts down and waits until all tasks have ended. When the waiting thread is interrupted, the tasks are too, as by
     * {@link #shutdownNow}; the wait goes on, and the interrupt status is set on return.
     */
    @Override
    public void close() {
        Closing.shutDownAndWait(this);
    }

    @Override
    <V extends @Nullable Object> ScheduledFuture<V> scheduleNanos(Callable<V> task, long delay, long period) {
        return scheduler.schedule(task, delay, period);
    }

    @Override
    public String toString() {
        return "GmpScheduler[%s, maxProcs=%d]".formatted(name(), maxProcs());
    }
}
