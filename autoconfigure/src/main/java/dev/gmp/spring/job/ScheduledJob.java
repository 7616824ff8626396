package dev.gmp.spring.job;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.observe.DescribedFutureTask;
import dev.gmp.observe.GoroutineExit;
import dev.gmp.observe.LoggedName;
import dev.gmp.observe.TaskWrapper;
import java.util.OptionalLong;
import java.util.concurrent.Delayed;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Work with a time. Each run is a goroutine of its own, which a timer of the scheduler starts; the timer of the next run is
 * set when a run has ended, so runs of one job never overlap. A run that is due while the context is paused begins when the
 * context starts again.
 *
 * <p>As a future it is done when no run follows, and its cancellation lets go of the timer at once.
 */
final class ScheduledJob extends DescribedFutureTask<@Nullable Object>
        implements RunnableScheduledFuture<@Nullable Object> {

    private static final Log LOG = LogFactory.getLog(ScheduledJob.class);

    private final ScheduledJobs jobs;
    private final Runnable work;
    private final JobTiming timing;
    private final Object setting = new Object();

    /** Of the next run, or the last. Guarded by {@link #setting}. */
    private @Nullable ScheduledFuture<?> timer;

    /** When the next run is due, as {@link System#nanoTime}. Written under {@link #setting}. */
    private volatile long due;

    private volatile boolean begun;

    /** The run that a bulkhead has, or had last. */
    private volatile @Nullable WaitingRun waiting;

    ScheduledJob(ScheduledJobs jobs, Runnable work, JobTiming timing) {
        super(work, null);
        this.jobs = jobs;
        this.work = work;
        this.timing = timing;
    }

    /** @throws RejectedExecutionException if the scheduler is shut down */
    void set(long delayNanos) {
        GmpScheduler scheduler = jobs.scheduler();
        synchronized (setting) { // against a cancellation, and against the run, which may begin before the assignment
            if (!isDone()) {
                due = System.nanoTime() + Math.min(Math.max(0, delayNanos), Long.MAX_VALUE / 2);
                Runnable whenDue = jobs.bulkhead() == null ? this : new Entering(this);
                timer = scheduler.schedule(whenDue, delayNanos, TimeUnit.NANOSECONDS);
            }
        }
    }

    /** Called when it is due, where a bulkhead limits how many run: it admits the run, or refuses it. */
    private void enterBulkhead() {
        Bulkhead bulkhead = jobs.bulkhead();
        if (bulkhead == null || isDone()) {
            return;
        }
        WaitingRun run = new WaitingRun(this, () -> discarded(bulkhead));
        waiting = run;
        try {
            bulkhead.execute(run);
        } catch (RejectedExecutionException full) {
            refused(bulkhead, full);
        }
        if (isCancelled()) {
            bulkhead.remove(run); // a cancellation meanwhile may have come too early to find it there
        }
    }

    private void discarded(Bulkhead bulkhead) {
        if (!isDone()) {
            refused(
                    bulkhead,
                    new RejectedExecutionException(
                            "bulkhead '%s' discarded the waiting run".formatted(bulkhead.name())));
        }
    }

    /** A run that repeats is left out; one that does not has failed. */
    private void refused(Bulkhead bulkhead, RejectedExecutionException reason) {
        if (bulkhead.isShutdown()) {
            cancel(false);
        } else if (repeats()) {
            LOG.warn("A run of scheduled task '" + this + "' is skipped: " + reason.getMessage());
            timing.begins();
            setAgain();
        } else {
            begun = true;
            setException(reason);
        }
    }

    /** Called when it is due, or when it is admitted then, on a goroutine. */
    @Override
    public void run() {
        if (isDone() || jobs.gate().keepsBack(this::resume)) {
            return;
        }
        begun = true;
        timing.begins();
        if (!timing.repeats()) {
            super.run();
        } else if (super.runAndReset()) {
            setAgain();
        }
    }

    boolean repeats() {
        return timing.repeats();
    }

    /** Whether its first run has begun. */
    boolean hasBegun() {
        return begun;
    }

    @Override
    public boolean isPeriodic() {
        return repeats();
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return other == this ? 0 : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    @Override
    public String toString() {
        return LoggedName.of(work.toString());
    }

    @Override
    protected void done() {
        jobs.forget(this);
        Bulkhead bulkhead = jobs.bulkhead();
        WaitingRun run = waiting;
        if (bulkhead != null && run != null && isCancelled()) {
            bulkhead.remove(run);
        }
        synchronized (setting) {
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    @Override
    protected void setException(Throwable failure) {
        if (repeats() && !(failure instanceof GoroutineExit)) { // such a job is hardly ever asked for its result
            LOG.error("Scheduled task '" + this + "' ends, because its error was not handled", failure);
        }
        super.setException(failure);
    }

    private void setAgain() {
        try {
            OptionalLong next = timing.nextDelay();
            if (next.isPresent()) {
                set(next.getAsLong());
            } else {
                set(null);
            }
        } catch (RejectedExecutionException e) {
            cancel(false);
        } catch (Throwable fromTrigger) {
            setException(fromTrigger);
        }
    }

    private record Entering(ScheduledJob wrappedTask) implements Runnable, TaskWrapper {
        @Override
        public void run() {
            wrappedTask.enterBulkhead();
        }
    }

    private void resume() {
        timing.resumes();
        try {
            set(0);
        } catch (RejectedExecutionException e) {
            cancel(false);
        }
    }
}
