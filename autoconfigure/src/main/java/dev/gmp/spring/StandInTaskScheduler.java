package dev.gmp.spring;

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

/** Another task scheduler under one more name; its life is not this one's business. */
final class StandInTaskScheduler implements TaskScheduler, DisposableBean {

    private final StandInReport report;
    private final TaskScheduler target;
    private final Runnable end;

    StandInTaskScheduler(String name, String description, TaskScheduler target) {
        this(name, description, target, () -> {});
    }

    private StandInTaskScheduler(String name, String description, TaskScheduler target, Runnable end) {
        this.report = new StandInReport(name, description);
        this.target = target;
        this.end = end;
    }

    /** With one thread, as {@code @Scheduled} has it where there is no task scheduler. */
    static StandInTaskScheduler withThread(String name) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory(name + "-"));
        return new StandInTaskScheduler(name, "a thread", new ConcurrentTaskScheduler(thread), thread::shutdownNow);
    }

    @Override
    public void destroy() {
        end.run();
    }

    private TaskScheduler used() {
        report.used();
        return target;
    }

    @Override
    public Clock getClock() {
        return target.getClock();
    }

    @Override
    public @Nullable ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
        return used().schedule(task, trigger);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
        return used().schedule(task, startTime);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
        return used().scheduleAtFixedRate(task, startTime, period);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
        return used().scheduleAtFixedRate(task, period);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
        return used().scheduleWithFixedDelay(task, startTime, delay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
        return used().scheduleWithFixedDelay(task, delay);
    }
}
