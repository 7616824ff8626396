package dev.gmp.spring.bean;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * What Spring chooses where no executor and no task scheduler is named: the only one of a type, else the one of the usual
 * name. Beans that are for a name are none of them, as in any injection, and parent contexts are asked, too.
 *
 * @param taskExecutors those of which one may have the usual name
 * @param ofTheName the executor of the usual name, which may be no {@code TaskExecutor}
 * @param taskSchedulers those of which one may have the usual name
 * @param services what Spring runs scheduled methods on where there is no task scheduler
 */
public record UnnamedChoice(
        ObjectProvider<TaskExecutor> taskExecutors,
        ObjectProvider<Executor> ofTheName,
        ObjectProvider<TaskScheduler> taskSchedulers,
        ObjectProvider<ScheduledExecutorService> services) {

    /** Null where each call has a new thread. */
    public @Nullable Executor executor() {
        Executor only = taskExecutors.getIfUnique();
        return only != null ? only : ofTheName.getIfAvailable();
    }

    /** Null where there is one thread for all. */
    public @Nullable TaskScheduler taskScheduler() {
        TaskScheduler only = taskSchedulers.getIfUnique();
        ScheduledExecutorService other = only == null ? services.getIfUnique() : null;
        return other == null ? only : new ConcurrentTaskScheduler(other);
    }
}
