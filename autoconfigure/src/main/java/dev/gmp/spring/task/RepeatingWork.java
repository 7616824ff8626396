package dev.gmp.spring.task;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;
import org.springframework.util.ErrorHandler;

/**
 * What one of Spring's own schedulers makes of a task that repeats: the task with its error handler. Tracing agents know
 * those schedulers by name, and change what they are given so that each run begins a trace.
 */
final class RepeatingWork {

    private RepeatingWork() {}

    static Runnable of(Runnable task, ErrorHandler errorHandler) {
        Recipient recipient = new Recipient();
        ConcurrentTaskScheduler scheduler = new ConcurrentTaskScheduler(recipient);
        scheduler.setErrorHandler(errorHandler);
        scheduler.scheduleWithFixedDelay(task, Duration.ofNanos(1));
        return Objects.requireNonNull(recipient.work);
    }

    /** Starts nothing: it only takes what the scheduler would have run. */
    private static final class Recipient extends ScheduledThreadPoolExecutor {

        private @Nullable Runnable work;

        Recipient() {
            super(0);
        }

        @Override
        @SuppressWarnings("NullAway") // the scheduler hands it on, and does not look at it
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
            work = command;
            return null;
        }
    }
}
