package dev.gmp.spring.metrics;

import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * {@code executor.*}: the meters that Micrometer's {@code ExecutorServiceMetrics} gives the JDK's executors, with its
 * names, tags and units, so that dashboards made for those show this one. They count all of the scheduler's work, not only
 * what came through the executor.
 */
final class ExecutorMeters implements MeterBinder {

    private final Tags tags;
    private final RecentSnapshot recent;

    ExecutorMeters(String beanName, RecentSnapshot recent) {
        this.tags = Tags.of("name", beanName);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder(
                        "executor.completed",
                        recent,
                        source -> source.get().counters().completed())
                .tags(tags)
                .description("The approximate total number of tasks that have completed execution")
                .baseUnit(BaseUnits.TASKS)
                .register(registry);
        FunctionCounter.builder(
                        "executor.steals",
                        recent,
                        source -> source.get().counters().stolenGoroutines())
                .tags(tags)
                .description("The total number of tasks stolen from one processor's queue by another")
                .register(registry);
        gauge(
                registry,
                "executor.active",
                BaseUnits.THREADS,
                "The approximate number of threads that are actively executing tasks",
                ExecutorMeters::active);
        gauge(
                registry,
                "executor.queued",
                BaseUnits.TASKS,
                "The approximate number of tasks that are queued for execution",
                snapshot -> snapshot.goroutines().runnable());
        gauge(
                registry,
                "executor.queue.remaining",
                BaseUnits.TASKS,
                "The number of additional elements that this queue can ideally accept without blocking",
                ExecutorMeters::remaining);
        gauge(
                registry,
                "executor.parallelism",
                BaseUnits.THREADS,
                "The targeted parallelism level of this pool",
                SchedulerSnapshot::procs);
        gauge(
                registry,
                "executor.pool.size",
                BaseUnits.THREADS,
                "The current number of threads in the pool",
                snapshot -> snapshot.machineCounts().total());
        gauge(
                registry,
                "executor.pool.core",
                BaseUnits.THREADS,
                "The core number of threads for the pool",
                SchedulerSnapshot::procs);
        gauge(
                registry,
                "executor.pool.max",
                BaseUnits.THREADS,
                "The maximum allowed number of threads in the pool",
                snapshot -> snapshot.settings().maxMachines());
    }

    private static double active(SchedulerSnapshot snapshot) {
        return snapshot.goroutines().running() + snapshot.goroutines().syscall();
    }

    private static double remaining(SchedulerSnapshot snapshot) {
        return Math.max(
                0, snapshot.settings().queueCapacity() - snapshot.queued().orElse(0));
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<SchedulerSnapshot> value) {
        Gauge.builder(name, recent, source -> value.applyAsDouble(source.get()))
                .tags(tags)
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }
}
