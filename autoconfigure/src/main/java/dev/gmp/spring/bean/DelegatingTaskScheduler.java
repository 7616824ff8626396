package dev.gmp.spring.bean;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Another task scheduler as one more bean; its life is not this one's business, unless it was made for it. */
public class DelegatingTaskScheduler implements TaskScheduler, DisposableBean {

    private final TaskScheduler target;
    private final Runnable end;

    public DelegatingTaskScheduler(TaskScheduler target) {
        this.target = target;
        this.end = () -> {};
    }

    /** With a thread of its own, as {@code @Scheduled} has it where there is no task scheduler. */
    public DelegatingTaskScheduler(String name) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory(name + "-"));
        this.target = new ConcurrentTaskScheduler(thread);
        this.end = thread::shutdownNow;
    }

    /** Called before each use. */
    protected void used() {}

    @Override
    public void destroy() {
        end.run();
    }

    @Override
    public Clock getClock() {
        return target.getClock();
    }

    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        used();
        return target.schedule(task, trigger);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
        used();
        return target.schedule(task, startTime);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
        used();
        return target.scheduleAtFixedRate(task, startTime, period);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        used();
        return target.scheduleAtFixedRate(task, period);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
        used();
        return target.scheduleWithFixedDelay(task, startTime, delay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        used();
        return target.scheduleWithFixedDelay(task, delay);
    }
}
