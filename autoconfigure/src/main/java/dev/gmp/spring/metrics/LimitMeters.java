package dev.gmp.spring.metrics;

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
        gauge(registry, "gmp.queue.capacity", "Tasks that may wait, if there is a limit", LimitMeters::capacity);
        FunctionCounter.builder(
                        "gmp.machine.limit.hits",
                        recent,
                        source -> source.get().counters().machineLimitHits())
                .tags(tags)
                .description("Times that a machine was wanted and could not be had")
                .register(registry);
    }

    private static double capacity(SchedulerSnapshot snapshot) {
        return snapshot.settings().bounded() ? snapshot.settings().queueCapacity() : Double.NaN;
    }

    private void gauge(
            MeterRegistry registry, String name, String description, ToDoubleFunction<SchedulerSnapshot> value) {
        Gauge.builder(name, recent, source -> value.applyAsDouble(source.get()))
                .tags(tags)
                .description(description)
                .register(registry);
    }
}
