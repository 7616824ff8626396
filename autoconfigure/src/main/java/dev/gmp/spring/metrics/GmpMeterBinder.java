package dev.gmp.spring.metrics;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.process.Processes;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.NamedTaskExecutor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Binds {@code gmp.*} for each scheduler and bulkhead, and {@code executor.*} for each executor that runs on one.
 *
 * <p>Registries hold what they read weakly; this binder holds it strongly, so the meters live as long as it does.
 */
final class GmpMeterBinder implements MeterBinder, AutoCloseable {

    private static final Log LOG = LogFactory.getLog(GmpMeterBinder.class);

    private final Map<String, RecentSnapshot> schedulers = new LinkedHashMap<>();
    private final Map<String, RecentSnapshot> executors = new LinkedHashMap<>();
    private final List<BulkheadMeters> bulkheads = new ArrayList<>();
    private final List<BulkheadExecutorMeters> limited = new ArrayList<>();
    private final Map<String, ProcessMeters> processes = new LinkedHashMap<>();
    private final List<LatencyTimers> timers = new CopyOnWriteArrayList<>();
    private boolean perProcessor = true;
    private Exemplars exemplars = Exemplars.NONE;

    /**
     * @param schedulerBeans by bean name; of two schedulers with the same name only the first gets meters
     * @param executorBeans by bean name
     */
    GmpMeterBinder(Map<String, GmpScheduler> schedulerBeans, Map<String, GmpTaskExecutor> executorBeans) {
        schedulerBeans.forEach((bean, scheduler) -> {
            RecentSnapshot known = schedulers.putIfAbsent(scheduler.name(), new RecentSnapshot(scheduler));
            if (known != null) {
                LOG.warn("Bean '%s' gets no meters: another scheduler is named '%s', too"
                        .formatted(bean, scheduler.name()));
            }
        });
        executorBeans.forEach((bean, executor) -> executors.put(bean, recentSnapshotOf(executor.scheduler())));
    }

    /** Whether each processor has a meter. The default is true. */
    GmpMeterBinder perProcessor(boolean value) {
        perProcessor = value;
        return this;
    }

    /** What keeps traces with durations. The default is nothing. */
    GmpMeterBinder withExemplars(Exemplars value) {
        exemplars = value;
        return this;
    }

    /** Adds the bulkheads, of whichever scheduler. */
    GmpMeterBinder withBulkheads(Collection<Bulkhead> beans) {
        beans.forEach(bulkhead -> bulkheads.add(new BulkheadMeters(bulkhead)));
        return this;
    }

    /** Adds the executors with a name of their own. Those behind a bulkhead count what goes through it, and nothing else. */
    GmpMeterBinder withNamed(Collection<NamedTaskExecutor> beans) {
        for (NamedTaskExecutor executor : beans) {
            executor.bulkhead()
                    .ifPresentOrElse(
                            bulkhead -> limited.add(new BulkheadExecutorMeters(executor.name(), bulkhead)),
                            () -> executors.put(executor.name(), recentSnapshotOf(executor.scheduler())));
        }
        return this;
    }

    /** Adds runtimes for processes. @param beans by bean name; of two with the same name only the first gets meters */
    GmpMeterBinder withProcesses(Map<String, Processes> beans) {
        beans.forEach((bean, each) -> {
            if (processes.putIfAbsent(each.name(), new ProcessMeters(each)) != null) {
                LOG.warn("Bean '%s' gets no meters: other processes are named '%s', too".formatted(bean, each.name()));
            }
        });
        return this;
    }

    private RecentSnapshot recentSnapshotOf(GmpScheduler scheduler) {
        return schedulers.values().stream()
                .filter(recent -> recent.scheduler() == scheduler)
                .findFirst()
                .orElseGet(() -> new RecentSnapshot(scheduler));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        schedulers.forEach((name, recent) -> {
            new SchedulerMeters(name, recent).bindTo(registry);
            new SchedulerEventMeters(name, recent).bindTo(registry);
            if (recent.scheduler().config().taskKinds()) {
                new TaskKindMeters(name, recent, recent.scheduler()::taskKinds).bindTo(registry);
            }
            if (perProcessor) {
                new ProcessorQueueMeters(name, recent).bindTo(registry);
            }
            timers.add(LatencyTimers.listen(recent.scheduler(), registry, exemplars));
        });
        executors.forEach((bean, recent) -> new ExecutorMeters(bean, recent).bindTo(registry));
        bulkheads.forEach(meters -> meters.bindTo(registry));
        limited.forEach(meters -> meters.bindTo(registry));
        processes.values().forEach(meters -> meters.bindTo(registry));
    }

    /** Lets the schedulers go, which may live longer than the application context. */
    @Override
    public void close() {
        timers.forEach(LatencyTimers::close);
        timers.clear();
        bulkheads.forEach(BulkheadMeters::close);
    }
}
