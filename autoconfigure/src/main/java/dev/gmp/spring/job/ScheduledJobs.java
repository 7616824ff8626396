package dev.gmp.spring.job;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The jobs of one scheduler that wait for their time, and what becomes of them when the context closes. Thread-safe. */
public final class ScheduledJobs {

    private final TaskGate gate;
    private final @Nullable Bulkhead bulkhead;

    /** Each until no run of it follows. */
    private final Set<ScheduledJob> live = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    ScheduledJobs(TaskGate gate) {
        this(gate, null);
    }

    /** @param bulkhead admits each run when it is due; null if nothing limits them */
    ScheduledJobs(TaskGate gate, @Nullable Bulkhead bulkhead) {
        this.gate = gate;
        this.bulkhead = bulkhead;
    }

    @Nullable
    Bulkhead bulkhead() {
        return bulkhead;
    }

    public TaskGate gate() {
        return gate;
    }

    public GmpScheduler scheduler() {
        return gate.scheduler();
    }

    /**
     * @return the job, or null if it never runs
     * @throws RejectedExecutionException if the context closes or has closed
     */
    public @Nullable ScheduledFuture<?> start(Runnable work, JobTiming timing) {
        refuseWhenClosed(work);
        OptionalLong delay = timing.firstDelay();
        if (delay.isEmpty()) {
            return null;
        }
        ScheduledJob job = new ScheduledJob(this, work, timing);
        live.add(job);
        try {
            refuseWhenClosed(work); // close() has seen the job, or this sees that it is closed
            job.set(delay.getAsLong());
        } catch (RejectedExecutionException e) {
            job.cancel(false);
            throw e;
        }
        return job;
    }

    void forget(ScheduledJob job) {
        live.remove(job);
    }

    /** Refuses new jobs and cancels those that repeat. A run that has begun goes on to its end. */
    void close() {
        closed = true;
        cancel(ScheduledJob::repeats);
    }

    /** Of those that run once: cancels whatever is due later than that. */
    void cancelLaterThan(long delayNanos) {
        cancel(job -> !job.hasBegun() && job.getDelay(TimeUnit.NANOSECONDS) > delayNanos);
    }

    /** Cancels whatever has not begun. */
    void cancelWaiting() {
        cancel(job -> !job.hasBegun());
    }

    /** Whether there is a job that is not due yet. */
    boolean anyNotDue() {
        return any(job -> !job.hasBegun() && job.getDelay(TimeUnit.NANOSECONDS) > 0);
    }

    /** Whether there is a job that has not begun, due or not. */
    boolean anyWaiting() {
        return any(job -> !job.hasBegun());
    }

    private void refuseWhenClosed(Runnable work) {
        if (closed) {
            throw new RejectedExecutionException(
                    "scheduler '%s' accepts no more scheduled tasks, because its application context closes: %s"
                            .formatted(scheduler().name(), work));
        }
    }

    private boolean any(Predicate<ScheduledJob> which) {
        return live.stream().anyMatch(which);
    }

    private void cancel(Predicate<ScheduledJob> which) {
        Collection<ScheduledJob> chosen = live.stream().filter(which).toList();
        chosen.forEach(job -> job.cancel(false));
    }
}
