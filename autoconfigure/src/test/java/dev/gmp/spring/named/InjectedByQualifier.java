package dev.gmp.spring.named;

import dev.gmp.Bulkhead;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;

/** The beans of the entry {@code orders}, as an application has them injected. */
@Configuration(proxyBeanMethods = false)
public class InjectedByQualifier {
    public final AsyncTaskExecutor executor;
    public final ExecutorService executorService;
    public final TaskScheduler scheduler;
    public final Bulkhead bulkhead;

    InjectedByQualifier(
            @Qualifier("orders") AsyncTaskExecutor executor,
            @Qualifier("orders") ExecutorService executorService,
            @Qualifier("orders") TaskScheduler scheduler,
            @Qualifier("ordersBulkhead") Bulkhead bulkhead,
            List<AsyncTaskExecutor> all) {
        this.executor = executor;
        this.executorService = executorService;
        this.scheduler = scheduler;
        this.bulkhead = bulkhead;
    }
}
