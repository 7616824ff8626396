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
 * Go's goroutine scheduler as a {@link java.util.concurrent.ScheduledExecutorService}. A worker thread (machine, M)
 * needs a processor (P) to run a task or goroutine (G), so at most {@link #maxProcs} tasks run at once. Each processor
 * has its own run queue, and idle processors steal from busy ones. Worker threads are started, parked and ended with
 * the load.
 *
 * <p>Threading: all methods may be called from any thread.
 *
 * <p>Order: none is promised, as in Go, not even with one processor. Fairness: while a bounded number of tasks waits
 * and each of them ends, every task begins after a bounded number of others.
 *
 * <p>Memory: what a thread does before it submits a task happens before the task's run. The task's run happens before
 * what follows {@link java.util.concurrent.Future#get()}.
 *
 * <p>Exceptions: what a task of {@link #execute} throws goes to its thread's uncaught-exception handler. The worker
 * thread goes on.
 *
 * <p>Virtual threads that a task starts by itself, such as by {@code Thread.ofVirtual().start}, are carried by this
 * scheduler but are not its tasks (adopted threads). The queue's capacity does not limit them, and shutdown neither
 * waits for them nor interrupts them. Tasks that they submit count as submitted from outside. When the scheduler has
 * ended, the JDK's scheduler carries them on.
 *
 * <p>The end of the JVM: worker threads are not daemons. One without work ends after {@link
 * SchedulerBuilder#machineKeepAlive}, so a scheduler that is never closed does not keep the JVM alive for ever. The JVM
 * stays alive while a task runs or waits to run, a delayed or periodic task is pending, or a goroutine sleeps or waits
 * for a {@code dev.gmp.net} connection. From JDK 25 on, other timed waits of virtual goroutines keep it alive, too. A
 * virtual goroutine that waits without a time limit does not. After the last timer is cancelled, the last thread ends
 * within one keep-alive, or one second if that is longer.
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

    /** For tests: small queues, and no monitor. */
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

    /** Returns a builder that holds the defaults. */
    public static SchedulerBuilder builder() {
        return new SchedulerBuilder();
    }

    /** The name of this scheduler in thread names, meters and log lines. */
    public String name() {
        return config.name();
    }

    /** The settings that this scheduler was built with. {@link #maxProcs} tells the present number of processors. */
    public SchedulerConfig config() {
        return config;
    }

    /** The number of processors (Go: GOMAXPROCS): at most this many tasks run at once. */
    public int maxProcs() {
        return scheduler.procs();
    }

    /**
     * Changes the number of processors (Go: {@code runtime.GOMAXPROCS(n)}). Additional processors start at once.
     * Surplus ones stop when their task ends, parks or has used up its time slice. No task is lost. The number then no
     * longer follows the CPU quota, until {@link #setDefaultMaxProcs}.
     *
     * @param procs 1 to {@link SchedulerConfig#MAX_PROCS}, and at most {@code maxMachines}
     * @throws InvalidSettingException if {@code procs} is out of range
     */
    public void setMaxProcs(int procs) {
        StackReserve.ensure();
        int most = Math.min(SchedulerConfig.MAX_PROCS, config.maxMachines());
        if (procs < 1 || procs > most) {
            throw new InvalidSettingException("max-procs", procs, "between 1 and " + most);
        }
        scheduler.setProcs(procs);
    }

    /**
     * Sets the number of processors to the default of {@link SchedulerBuilder#maxProcs} (Go: {@code
     * runtime.SetDefaultGOMAXPROCS()}). From then on the number follows the CPUs and their quota, also where the
     * scheduler was built with a fixed number.
     */
    public void setDefaultMaxProcs() {
        StackReserve.ensure();
        scheduler.followDefault(CgroupReadings.defaultProcs(procsRule));
    }

    /**
     * Submits a task. A task that another task of this scheduler submits runs next on the same processor (Go: the
     * {@code go} statement, {@code runqput} with {@code next}).
     *
     * @throws RejectedExecutionException after shutdown, or when the queue is full and the policy is {@link
     *     dev.gmp.config.RejectionPolicy#ABORT}
     */
    @Override
    public void execute(Runnable task) {
        spawner.execute(Objects.requireNonNull(task, "task"), kind);
    }

    /**
     * An executor that runs each task on a direct goroutine, whatever {@link #goroutines} is: as a call on a worker
     * thread, from beginning to end. This is the cheapest mode for tasks that compute. A task that blocks holds its
     * worker thread.
     *
     * <p>Each task finds the context class loader, name, priority and uncaught-exception handler that its thread was
     * made with. Thread-locals stay, as in a thread pool; see {@link Goroutines#clearThreadLocals}.
     */
    public Executor direct() {
        return direct;
    }

    /**
     * An executor that runs each task on a virtual goroutine, whatever {@link #goroutines} is: on a virtual thread of
     * its own that this scheduler carries.
     *
     * @throws VirtualGoroutinesUnavailableException if this JVM cannot make them; the message says what to add
     */
    public Executor virtual() {
        scheduler.threadFactory();
        return virtual;
    }

    /**
     * Submits an idle-priority task: it runs when a processor has no other work (Go: idle-priority GC work). For tasks
     * that can wait, such as warming a cache.
     *
     * <p>The task runs on a direct goroutine. A processor takes one such task at a time and looks for other work in
     * between. While other work waits, a running one is asked to give way at once, and does so at {@link
     * Goroutines#checkpoint}. A task that does not give way loses its processor within milliseconds.
     *
     * @throws RejectedExecutionException after shutdown, or when {@code idleQueueCapacity} tasks wait
     */
    public void executeIdle(Runnable task) {
        scheduler.executeIdle(Objects.requireNonNull(task, "task"));
    }

    /**
     * A factory of virtual threads that this scheduler carries. They count as goroutines from start to end, and {@code
     * queueCapacity} does not limit them. {@link Thread#start} throws {@link RejectedExecutionException} after
     * shutdown.
     *
     * @throws VirtualGoroutinesUnavailableException if this JVM cannot make them; the message says what to add
     */
    public ThreadFactory threadFactory() {
        return scheduler.threadFactory();
    }

    /**
     * The mode of {@link #execute}: {@link GoroutineMode#DIRECT} or {@link GoroutineMode#VIRTUAL}, never {@link
     * GoroutineMode#AUTO}.
     */
    public GoroutineMode goroutines() {
        return kind;
    }

    /**
     * Submits the next part of work that has begun, such as an actor's reaction to a message. It runs on a direct
     * goroutine. A part that a task of this scheduler submits runs next on the same processor.
     *
     * <p>A part needs no room in a full queue, and {@link #shutdownNow} does not return it. An orderly shutdown waits
     * for the part and for the parts that it submits in turn.
     *
     * @throws RejectedExecutionException after {@link #shutdown} if called from outside, after {@link #shutdownNow}
     *     always
     */
    public void resume(Runnable part) {
        spawner.resume(Objects.requireNonNull(part, "part"), false);
    }

    /**
     * As {@link #resume}, but the part comes after the tasks that wait on this processor. For work that has had a turn
     * and asks for another.
     *
     * @throws RejectedExecutionException as {@link #resume}
     */
    public void resumeLast(Runnable part) {
        spawner.resume(Objects.requireNonNull(part, "part"), true);
    }

    /**
     * Returns a builder of a bulkhead: a limit on one kind of this scheduler's tasks.
     *
     * @param bulkhead the name; unique among this scheduler's bulkheads
     */
    public Bulkhead.Builder bulkhead(String bulkhead) {
        return new Bulkhead.Builder(scheduler, bulkhead);
    }

    /** Rejects new tasks and finishes the accepted ones. Returns at once. */
    @Override
    public void shutdown() {
        StackReserve.ensureForCaller(); // each part of the shutdown checks its own stack
        scheduler.shutdown();
    }

    /**
     * Rejects new tasks, interrupts running ones, and returns those that had not begun, which never run. A task that
     * was submitted as a future is returned as that future, and is not cancelled. Returns at once.
     *
     * <p>Where memory runs out, the error is thrown. The next call then returns what was taken back. Tasks that still wait
     * run, unless that call comes before.
     */
    @Override
    public List<Runnable> shutdownNow() {
        return shutdownNow(thread -> true);
    }

    /**
     * As {@link #shutdownNow()}, but interrupts only chosen threads. For a goroutine that shuts its own scheduler down
     * and goes on.
     *
     * @param interrupted decides for each thread of {@link #taskThreads} whether it is interrupted. A thread for which it
     *     throws is not; the first exception is logged
     */
    public List<Runnable> shutdownNow(Predicate<Thread> interrupted) {
        Objects.requireNonNull(interrupted, "interrupted");
        StackReserve.ensureForCaller(); // each part of the shutdown checks its own stack
        return scheduler.shutdownNow(interrupted);
    }

    /**
     * Cancels every delayed and periodic task that waits for its time. Tasks that are due, run or sleep go on. A
     * running periodic task is set again unless the scheduler is shut down. So a scheduler that is shut down ends with
     * its running tasks, however far away a delayed one is.
     *
     * @return the number of tasks cancelled
     */
    public int cancelDelayed() {
        StackReserve.ensure();
        return scheduler.cancelDelayed();
    }

    /**
     * Closes the selector and the files below {@code /proc} and {@code /sys} that the scheduler keeps open, as a
     * checkpoint of the JVM (CRaC) requires. It returns at once.
     *
     * <p>It closes nothing while tasks run or connections of {@code dev.gmp.net} are open, and for a few milliseconds
     * after the last task. Call it until it returns true.
     *
     * <p>Later tasks open the files as they need them. Until {@link #keepFiles}, the files are closed again whenever
     * the last task has ended. Meanwhile the CPUs and their quota are not read before the next task.
     *
     * @return whether all files are closed
     * @since 0.2
     */
    public boolean releaseFiles() {
        StackReserve.ensure();
        return scheduler.releaseFiles();
    }

    /**
     * Ends the effect of {@link #releaseFiles}: files stay open between uses. The number of processors follows the CPUs
     * also while the scheduler is idle.
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
     * Whether the scheduler is shut down and all its tasks and worker threads have ended. A worker thread that carries
     * an {@linkplain #adoptedThreads adopted thread} ends when that thread parks, yields or ends.
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
     * Shuts down and waits until all tasks have ended. If the waiting thread is interrupted, the tasks are interrupted
     * as by {@link #shutdownNow}. The wait then goes on, and the interrupt status is set on return.
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
