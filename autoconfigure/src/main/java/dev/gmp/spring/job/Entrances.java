package dev.gmp.spring.job;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Every way into a scheduler: its own, that of idle-priority work, which has no jobs, and that of each bulkhead. All are
 * shut, opened and closed together. Thread-safe.
 */
public final class Entrances {

    private final GmpScheduler scheduler;
    private final BooleanSupplier isTask;
    private final TaskGate gate;
    private final TaskGate idleGate;
    private final ScheduledJobs jobs;

    /** Each with the jobs that go through its gate. */
    private final List<ScheduledJobs> all = new CopyOnWriteArrayList<>();

    /** @param isTask whether the calling thread is a task, so one that has to end before a gate may be called shut */
    public Entrances(GmpScheduler scheduler, BooleanSupplier isTask) {
        this.scheduler = scheduler;
        this.isTask = isTask;
        this.gate = new TaskGate(scheduler, isTask);
        this.idleGate = TaskGate.ofIdleWork(scheduler, isTask);
        this.jobs = new ScheduledJobs(gate);
        this.all.add(jobs);
        this.all.add(new ScheduledJobs(idleGate));
    }

    public TaskGate gate() {
        return gate;
    }

    public TaskGate idleGate() {
        return idleGate;
    }

    public ScheduledJobs jobs() {
        return jobs;
    }

    /** The way in through a bulkhead, which is one of these from the first call on. */
    public synchronized ScheduledJobs jobsOf(Bulkhead bulkhead) {
        return all.stream()
                .filter(entrance -> entrance.bulkhead() == bulkhead)
                .findFirst()
                .orElseGet(() -> {
                    ScheduledJobs entrance = new ScheduledJobs(new TaskGate(scheduler, bulkhead, isTask), bulkhead);
                    all.add(entrance);
                    return entrance;
                });
    }

    /**
     * Ends a bulkhead and its jobs. What it has accepted still runs; what was kept for the end of a pause is accepted.
     */
    public synchronized void end(Bulkhead bulkhead) {
        for (ScheduledJobs entrance : all) {
            if (entrance.bulkhead() == bulkhead) {
                entrance.close();
                entrance.cancelWaiting();
                entrance.gate().open();
                all.remove(entrance);
            }
        }
        bulkhead.shutdown();
    }

    public void shut() {
        all.forEach(entrance -> entrance.gate().shut());
    }

    public void open() {
        all.forEach(entrance -> entrance.gate().open());
    }

    public boolean isOpen() {
        return gate.isOpen();
    }

    /** Whether nothing is on the way through a gate. */
    public boolean isEmpty() {
        return all.stream().allMatch(entrance -> entrance.gate().isEmpty());
    }

    /** Refuses new jobs and cancels those that repeat. A run that has begun goes on to its end. */
    public void close() {
        all.forEach(ScheduledJobs::close);
    }

    /** Of the jobs that run once: cancels whatever is due later than that. */
    public void cancelLaterThan(long delayNanos) {
        all.forEach(entrance -> entrance.cancelLaterThan(delayNanos));
    }

    public void cancelWaiting() {
        all.forEach(ScheduledJobs::cancelWaiting);
    }

    public boolean anyNotDue() {
        return all.stream().anyMatch(ScheduledJobs::anyNotDue);
    }

    public boolean anyWaiting() {
        return all.stream().anyMatch(ScheduledJobs::anyWaiting);
    }
}
