package dev.gmp.spring.web;

import dev.gmp.GmpScheduler;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.spring.lifecycle.OpenRequests;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * What a web server gives its requests to: each runs on a goroutine of the scheduler's own kind. Requests do not wait while
 * the application context is paused, because a paused web server goes on serving, nor does the pause wait for them.
 */
final class RequestExecutor implements Executor {

    private final GmpScheduler scheduler;
    private final OpenRequests requests;

    /**
     * The threads that submit requests are those that wait for all of the server's sockets. They must neither wait nor run
     * a request, which may itself wait for a socket; and a request that vanished would leave its connection open. So where
     * a request may find the queue full, the policy has to be to abort: both servers then close the connection.
     *
     * @throws InvalidConfigurationPropertyValueException if the queue can be full and the policy is another
     */
    RequestExecutor(GmpScheduler scheduler, OpenRequests requests) {
        SchedulerConfig config = scheduler.config();
        if (config.queueCapacity().isPresent() && config.rejectionPolicy() != RejectionPolicy.ABORT) {
            throw new InvalidConfigurationPropertyValueException(
                    "gmp.rejection-policy",
                    config.rejectionPolicy().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    "must be 'abort' where gmp.web.enabled is true and gmp.queue-capacity is limited (it is "
                            + config.queueCapacity().getAsInt()
                            + "): the web server's own threads can neither wait for room nor run requests, and a"
                            + " discarded request would never be answered");
        }
        this.scheduler = scheduler;
        this.requests = requests;
    }

    /** @throws RejectedExecutionException if the scheduler has no room or is shut down */
    @Override
    public void execute(Runnable request) {
        scheduler.execute(requests.counted(request));
    }

    /** What a request runs on. */
    GoroutineMode goroutines() {
        return scheduler.goroutines();
    }

    /** For the log: which scheduler, and what its requests run on. */
    @Override
    public String toString() {
        return "%s goroutines of scheduler '%s'"
                .formatted(scheduler.goroutines().name().toLowerCase(Locale.ROOT), scheduler.name());
    }
}
