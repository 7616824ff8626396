package dev.gmp.spring.task;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.observe.GoroutineExit;
import dev.gmp.spring.job.JobTiming;
import dev.gmp.spring.job.ScheduledJobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.support.TaskUtils;
import org.springframework.util.Assert;
import org.springframework.util.ErrorHandler;

/**
 * A {@link GmpScheduler} as Spring's task scheduler. Each run of a task is a goroutine of its own, on the same
 * processors as all other work. A long run delays no other task, and runs of one task never overlap.
 *
 * <p>An exception goes to the error handler. Without one it is logged; a task that repeats then goes on, and the future
 * of one that does not has the exception. A handler may throw it again, and then the task does not repeat. Futures
 * stand for the whole series of runs: they are done when none follows.
 *
 * <p>Every method that schedules throws {@link TaskRejectedException} once the application context has begun to close.
 * All methods may be called from any thread; settings count for what is scheduled afterwards.
 *
 * @since 0.1
 */
public class GmpTaskScheduler implements TaskScheduler {

    private final ScheduledJobs jobs;
    private final @Nullable TaskDecorator decorator;
    private volatile @Nullable ErrorHandler errorHandler;
    private volatile Clock clock = Clock.systemDefaultZone();

    /** By the starter, which alone has a scheduler's jobs. */
    public GmpTaskScheduler(ScheduledJobs jobs, @Nullable TaskDecorator decorator) {
        this.jobs = jobs;
        this.decorator = decorator;
    }

    /** What the tasks run on. */
    public GmpScheduler scheduler() {
        return jobs.scheduler();
    }

    /** Takes the place of logging, for tasks that repeat and for others. */
    public void setErrorHandler(ErrorHandler errorHandler) {
        this.errorHandler = Objects.requireNonNull(errorHandler, "errorHandler");
    }

    /** Tells how far away an {@link Instant} is, and which time zone a trigger without one goes by. Default: the system's. */
    public void setClock(Clock clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    @Override
    public Clock getClock() {
        return clock;
    }

    /** The trigger is asked on the calling thread, then after each run on the run's. If it throws there, the task ends. */
    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        Objects.requireNonNull(trigger, "trigger");
        return start(task, new JobTiming.Triggered(trigger, clock));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
        return startAtLeastOnce(task, new JobTiming.Once(delayUntil(startTime)));
    }

    /** Runs that are late follow at once until they have caught up; those missed in a pause of the context are left out. */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
        return startAtLeastOnce(task, new JobTiming.FixedRate(delayUntil(startTime), positive("period", period)));
    }

    /** The same, with the first run at once. */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        return startAtLeastOnce(task, new JobTiming.FixedRate(0, positive("period", period)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
        return startAtLeastOnce(task, new JobTiming.FixedDelay(delayUntil(startTime), positive("delay", delay)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        return startAtLeastOnce(task, new JobTiming.FixedDelay(0, positive("delay", delay)));
    }

    @Override
    public String toString() {
        return "GmpTaskScheduler[" + jobs.scheduler() + "]";
    }

    private ScheduledFuture<?> startAtLeastOnce(Runnable task, JobTiming timing) {
        return Objects.requireNonNull(start(task, timing));
    }

    private @Nullable ScheduledFuture<?> start(Runnable task, JobTiming timing) {
        Objects.requireNonNull(task, "task");
        ErrorHandler handler = handlerOfErrors(timing.repeats());
        Runnable work = timing.repeats()
                ? RepeatingWork.of(task, handler)
                : TaskUtils.decorateTaskWithErrorHandler(task, handler, false);
        try {
            Runnable labelled = MethodLabel.before(task, work);
            Runnable decorated = decorator == null ? labelled : decorator.decorate(labelled);
            Runnable inheriting = InheritedLabels.before(decorated); // a decorator may set labels, too
            return jobs.start(new DecoratedTask(task, inheriting), timing);
        } catch (RejectedExecutionException e) {
            throw new TaskRejectedException(String.valueOf(e.getMessage()), e);
        }
    }

    private ErrorHandler handlerOfErrors(boolean repeats) {
        ErrorHandler own = errorHandler;
        ErrorHandler handler = own == null ? TaskUtils.getDefaultErrorHandler(repeats) : own;
        return thrown -> {
            if (thrown instanceof GoroutineExit exit) {
                throw exit;
            }
            Goroutines.failed(thrown);
            handler.handleError(thrown);
        };
    }

    private long delayUntil(Instant startTime) {
        return JobTiming.nanos(Duration.between(clock.instant(), startTime));
    }

    private static long positive(String what, Duration value) {
        long nanos = JobTiming.nanos(value);
        Assert.isTrue(nanos > 0, () -> what + " is " + value + ", and must be positive");
        return nanos;
    }
}
