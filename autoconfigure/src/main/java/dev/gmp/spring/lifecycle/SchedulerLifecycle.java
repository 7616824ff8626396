package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.spring.job.Entrances;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * A scheduler's life with its application context.
 *
 * <pre>
 *   paused   the gate shuts; running and queued tasks finish; new ones are kept until start. Requests of a web server go on.
 *            When no task is left, files are closed, as before a checkpoint (CRaC)
 *   closed   from the event on, jobs that repeat are cancelled and new ones refused. In its phase, what is due after
 *            {@code delayedPeriod} is cancelled, the rest of the jobs get their time. The gate is open, so that tasks may
 *            still make tasks; all get {@code period} to finish, while every other bean is alive; what is left is logged
 *            and interrupted
 *   destroyed   what beans submitted while they were destroyed gets the rest of the period; then the threads end
 * </pre>
 *
 * It stops in the phase of Spring's own executors: after the web server has finished its requests.
 */
public final class SchedulerLifecycle
        implements SmartLifecycle, ApplicationContextAware, ApplicationListener<ContextClosedEvent>, DisposableBean {

    private static final Log LOG = LogFactory.getLog(SchedulerLifecycle.class);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(5);

    /** How long interrupted tasks may take to unwind before the beans that they use go away. */
    private static final Duration UNWINDING_PERIOD = Duration.ofSeconds(1);

    /** How long a pause waits for files to be closed. It takes milliseconds, unless a thread that is only carried computes. */
    private static final Duration RELEASE_PERIOD = Duration.ofSeconds(1);

    /** Only while so few tasks are left are those looked for that close the context, as that takes the stack of each. */
    private static final int MOST_CLOSERS = 50;

    private final GmpScheduler scheduler;
    private final OpenRequests requests;
    private final Entrances entrances;
    private final Duration period;
    private final Duration delayedPeriod;
    private final StoppingTogether family;
    private final EndingContext ending = new EndingContext();
    private @Nullable ApplicationContext context;
    private volatile boolean closing;

    /** That has asked for the last stop; maybe a task, which goes on when that is over. */
    private volatile @Nullable Thread closer;

    /** When the period ends, as {@link System#nanoTime}; null until it begins. Guarded by this. */
    private @Nullable Long deadlineNanos;

    /** Guarded by this. */
    private boolean interrupted;

    /** Without requests of a web server. */
    public SchedulerLifecycle(GmpScheduler scheduler, Duration period, Duration delayedPeriod) {
        this(scheduler, new OpenRequests(), period, delayedPeriod);
    }

    /**
     * @param requests those that this scheduler runs
     * @param period how long tasks may take to finish when the context closes
     * @param delayedPeriod how far ahead, when the context closes, a job that runs once may be due and still run
     */
    SchedulerLifecycle(GmpScheduler scheduler, OpenRequests requests, Duration period, Duration delayedPeriod) {
        this(scheduler, requests, period, delayedPeriod, new StoppingTogether());
    }

    private SchedulerLifecycle(
            GmpScheduler scheduler,
            OpenRequests requests,
            Duration period,
            Duration delayedPeriod,
            StoppingTogether family) {
        this.scheduler = scheduler;
        this.requests = requests;
        this.entrances = new Entrances(scheduler, this::isTask);
        this.period = period;
        this.delayedPeriod = delayedPeriod;
        this.family = family;
        family.add(this);
    }

    /** The ways into the scheduler, those through bulkheads too, which are paused and ended with it. */
    public Entrances entrances() {
        return entrances;
    }

    /** The same life for another scheduler, which stops together with this one. */
    public SchedulerLifecycle forAnother(GmpScheduler other) {
        return new SchedulerLifecycle(other, new OpenRequests(), period, delayedPeriod, family);
    }

    boolean isOfSameContext(SchedulerLifecycle other) {
        return context == other.context;
    }

    /** Whether the caller is a request that this scheduler runs. */
    boolean isServing() {
        return requests.isServing();
    }

    /** Whether the caller is a task that a pause waits for, so that it may wait for what it submits meanwhile. */
    private boolean isTask() {
        return Goroutines.isGoroutine() && !Goroutines.current().adopted() && !family.isServing();
    }

    /** Tasks that were accepted. */
    long created() {
        return scheduler.snapshot().counters().created();
    }

    @Override
    public int getPhase() {
        return ExecutorConfigurationSupport.DEFAULT_PHASE;
    }

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() == context) {
            beginToClose();
        }
    }

    private void beginToClose() {
        closing = true;
        entrances.close();
        entrances.open();
    }

    /** The stop may follow at once, and would be taken for a pause. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public boolean isRunning() {
        return entrances.isOpen() && !scheduler.isTerminated();
    }

    @Override
    public void start() {
        entrances.open();
        scheduler.keepFiles(); // after that: a pause that is not over yet looks whether they are open
    }

    @Override
    public void stop() {
        if (!closing && ending.isEnding(context)) {
            beginToClose();
        }
        closer = Thread.currentThread();
        if (!closing) {
            entrances.shut();
        }
    }

    /** Returns at once; the callback runs when no task of the context is left, or, on closing, when the period is over. */
    @Override
    public void stop(Runnable callback) {
        stop();
        if (closing) {
            entrances.cancelLaterThan(delayedPeriod.toNanos());
        }
        if (closing ? isAllFinished() : isAllQuiet() && scheduler.releaseFiles()) {
            callback.run();
            return;
        }
        Runnable waiting = closing ? this::finishOrInterrupt : this::becomeQuiet;
        EndingLifecycle.startThread("gmp-" + scheduler.name() + "-stop", waiting, callback);
    }

    @Override
    public void destroy() {
        entrances.close();
        entrances.cancelWaiting();
        entrances.open();
        closing = true;
        closer = Thread.currentThread();
        List<Thread> carried = scheduler.adoptedThreads();
        scheduler.shutdown();
        scheduler.cancelDelayed();
        family.remove(this);
        if (!awaitEnd(nanosLeft()) && !(isFinished() && awaitEnd(UNWINDING_PERIOD.toNanos()))) {
            interrupt();
        }
        report(carried.stream().filter(Thread::isAlive).toList());
    }

    private void becomeQuiet() {
        while (!isAllQuiet() && !entrances.isOpen()) {
            if (!sleep()) {
                return;
            }
        }
        long begin = System.nanoTime();
        while (!entrances.isOpen() && !releasesFilesSince(begin)) {
            if (!sleep()) {
                return;
            }
        }
        if (entrances.isOpen()) {
            scheduler.keepFiles();
        }
    }

    /** Whether it has, or is not going to: while a task that the pause does not wait for uses them. */
    private boolean releasesFilesSince(long begin) {
        SchedulerCounters counters = scheduler.snapshot().counters();
        return counters.created() != counters.completed()
                || scheduler.releaseFiles()
                || System.nanoTime() - begin > RELEASE_PERIOD.toNanos();
    }

    private void finishOrInterrupt() {
        while (entrances.anyNotDue()) {
            if (!sleep()) {
                interrupt();
                return;
            }
        }
        while (!isAllFinished()) {
            if (nanosLeft() <= 0 || !sleep()) {
                if (!isFinished()) {
                    interrupt();
                }
                return;
            }
        }
    }

    private boolean isAllQuiet() {
        return family.allWith(this, SchedulerLifecycle::isQuiet);
    }

    private boolean isAllFinished() {
        return family.allWith(this, SchedulerLifecycle::isFinished);
    }

    /** Whether no task is left but those that nothing waits for, which none in a bulkhead's queue is then either: others are live before it. While the gate is open this may change at once. */
    private boolean isQuiet() {
        if (!entrances.isEmpty()) {
            return false;
        }
        long left = left();
        return left == 0
                || (left <= MOST_CLOSERS && exempt() == left()); // in this order: one may become a closer meanwhile
    }

    /** Live tasks, without the requests that a pause does not wait for. */
    private long left() {
        SchedulerCounters counters = scheduler.snapshot().counters();
        return counters.created() - counters.completed() - (closing ? 0 : requests.count());
    }

    /** Those of them that nothing waits for. */
    private long exempt() {
        return closers().stream()
                .filter(task -> closing || !requests.isServing(task))
                .count();
    }

    private Set<Thread> closers() {
        Thread asking = closer;
        return asking == null ? Set.of() : ClosingTasks.of(scheduler, asking);
    }

    /** Whether no task and no job is left. */
    private boolean isFinished() {
        return !entrances.anyWaiting() && isQuiet();
    }

    private synchronized void interrupt() {
        if (interrupted || scheduler.isTerminated()) {
            return;
        }
        interrupted = true;
        Set<Thread> closers = closers();
        String unfinished = UnfinishedTasks.describe(scheduler, closers);
        entrances.cancelWaiting();
        List<Runnable> unrun = scheduler.shutdownNow(thread -> !closers.contains(thread));
        for (Runnable task : unrun) {
            if (task instanceof Future<?> future) {
                future.cancel(true);
            }
        }
        LOG.warn(
                "Scheduler '%s' still ran tasks %d ms after it was asked to stop. Interrupting %s. Cancelling %d tasks that have not begun."
                        .formatted(scheduler.name(), period.toMillis(), unfinished, unrun.size()));
        awaitEnd(UNWINDING_PERIOD.toNanos());
    }

    private void report(List<Thread> carried) {
        if (!carried.isEmpty()) {
            LOG.info("Tasks of scheduler '%s' started virtual threads that still run: %s"
                    .formatted(scheduler.name(), BusyMachines.describe(carried)));
        }
    }

    /** Until the scheduler has ended; with tasks that close the context, until no other is left. */
    private boolean awaitEnd(long nanos) {
        long deadline = System.nanoTime() + nanos;
        try {
            while (!scheduler.awaitTermination(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                if (isFinished() && !closers().isEmpty()) {
                    return true;
                }
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private synchronized long nanosLeft() {
        if (deadlineNanos == null) {
            deadlineNanos = System.nanoTime() + period.toNanos();
        }
        return deadlineNanos - System.nanoTime();
    }

    /** @return false if interrupted */
    private static boolean sleep() {
        try {
            Thread.sleep(POLL_INTERVAL.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
