package dev.gmp.spring.metrics;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** What one scheduler may not exceed, and whether it stands still: what alerts compare the other meters with. */
final class LimitMeters implements MeterBinder {

    private final Tags tags;
    private final RecentSnapshot recent;

    LimitMeters(String scheduler, RecentSnapshot recent) {
        this.tags = Tags.of("scheduler", scheduler);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "gmp.stalled",
                "1 while tasks wait and none is begun, else 0",
                snapshot -> snapshot.stalled() ? 1 : 0);
        gauge(
                registry,
                "gmp.machines.max",
                "Machines that may exist at once",
                snapshot -> snapshot.settings().maxMachines());
        gauge(
                registry,
                "gmp.queue.size",
                "Tasks that wait for their first run, if there is a limit",
                LimitMeters::queued);
        gauge(
                registry,
                "gmp.queue.capacity",
                "Tasks that may wait for their first run, if there is a limit",
                snapshot -> limit(snapshot.settings().queueCapacity()));
        gauge(registry, "gmp.idle.queue.size", "Idle-priority tasks that wait", SchedulerSnapshot::idleQueued);
        gauge(
                registry,
                "gmp.idle.queue.capacity",
                "Idle-priority tasks that may wait, if there is a limit",
                snapshot -> limit(snapshot.settings().idleQueueCapacity()));
        FunctionCounter.builder(
                        "gmp.machine.limit.hits",
                        recent,
                        source -> source.get().counters().machineLimitHits())
                .tags(tags)
                .description("Times that a machine was wanted and could not be had")
                .register(registry);
    }

    private static double queued(SchedulerSnapshot snapshot) {
        return snapshot.queued().isPresent() ? snapshot.queued().getAsInt() : Double.NaN;
    }

    private static double limit(int capacity) {
        return capacity == SchedulerConfig.UNBOUNDED ? Double.NaN : capacity;
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<SchedulerSnapshot> value) {
        Gauge.builder(name, recent, source -> value.applyAsDouble(source.get()))
                .tags(tags)
                .description(description)
                .register(registry);
    }
}
