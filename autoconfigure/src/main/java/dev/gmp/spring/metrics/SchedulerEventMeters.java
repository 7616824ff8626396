package dev.gmp.spring.metrics;

import dev.gmp.observe.SchedulerCounters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;

/** The counters of one scheduler: what has happened since it was built. */
record SchedulerEventMeters(String scheduler, RecentSnapshot recent) implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(
                registry,
                Tags.of("scheduler", scheduler),
                recent,
                source -> source.get().counters());
        bindTasks(meters);
        bindProcessors(meters);
        bindThreads(meters);
    }

    private static void bindTasks(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter("gmp.goroutines.created", SchedulerCounters::created);
        meters.counter("gmp.goroutines.completed", SchedulerCounters::completed);
        meters.counter("gmp.tasks.rejected", SchedulerCounters::rejections);
        meters.counter("gmp.tasks.deferred", SchedulerCounters::deferred);
        meters.counters(
                "gmp.preemptions",
                "kind",
                Map.of(
                        "cooperative", SchedulerCounters::cooperativePreemptions,
                        "handoff", SchedulerCounters::handoffPreemptions));
        meters.counters(
                "gmp.yields",
                "kind",
                Map.of("first", SchedulerCounters::firstYields, "repeated", SchedulerCounters::repeatedYields));
    }

    private static void bindProcessors(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter("gmp.handoffs", SchedulerCounters::handoffs);
        meters.counter("gmp.steals", SchedulerCounters::steals);
        meters.counter("gmp.run.queue.overflows", SchedulerCounters::runQueueOverflows);
        meters.counter("gmp.processor.paused", counters -> counters.pacedTime().toNanos() / 1e9);
    }

    private static void bindThreads(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter("gmp.threads.parks", SchedulerCounters::machineParks);
        meters.counter("gmp.threads.limit.hits", SchedulerCounters::machineLimitHits);
    }
}
