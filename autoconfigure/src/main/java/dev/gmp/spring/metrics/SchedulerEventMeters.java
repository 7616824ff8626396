package dev.gmp.spring.metrics;

import static dev.gmp.spring.metrics.SnapshotMeters.GOROUTINES;
import static dev.gmp.spring.metrics.SnapshotMeters.NO_UNIT;

import dev.gmp.observe.SchedulerCounters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;

/** The counters of one scheduler: what has happened since it was built. */
final class SchedulerEventMeters implements MeterBinder {

    private final Tags tags;
    private final RecentSnapshot recent;

    SchedulerEventMeters(String scheduler, RecentSnapshot recent) {
        this.tags = Tags.of("scheduler", scheduler);
        this.recent = recent;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        var meters = new SnapshotMeters<>(
                registry, tags, recent, source -> source.get().counters());
        bindTasks(meters);
        bindProcessors(meters);
        bindThreads(meters);
    }

    private static void bindTasks(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter(
                "gmp.goroutines.created",
                GOROUTINES,
                "Goroutines accepted; growth above that of the completed means queues that get longer",
                SchedulerCounters::created);
        meters.counter(
                "gmp.goroutines.completed",
                GOROUTINES,
                "Goroutines that ended; less growth while others are runnable means a hog or slow tasks",
                SchedulerCounters::completed);
        meters.counter(
                "gmp.tasks.rejected",
                BaseUnits.TASKS,
                "Tasks refused or discarded; growth means that the queue is full, or that the scheduler is shut down",
                SchedulerCounters::rejections);
        meters.counter(
                "gmp.tasks.deferred",
                BaseUnits.TASKS,
                "Tasks that later ones were let pass, again for each time; growth means more long tasks than the CPUs can do",
                SchedulerCounters::deferred);
        meters.counters(
                "gmp.preemptions",
                NO_UNIT,
                "Times that a goroutine gave way after its slice when asked, or lost its processor because it did not;"
                        + " growth of the latter means long computations without a checkpoint",
                "kind",
                Map.of(
                        "cooperative", SchedulerCounters::cooperativePreemptions,
                        "handoff", SchedulerCounters::handoffPreemptions));
        meters.counters(
                "gmp.yields",
                NO_UNIT,
                "Times that a goroutine yielded unasked, for the first time since it parked or blocked, or once more;"
                        + " fast growth of the latter means tasks that wait in a loop",
                "kind",
                Map.of("first", SchedulerCounters::firstYields, "repeated", SchedulerCounters::repeatedYields));
    }

    private static void bindProcessors(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter(
                "gmp.handoffs",
                NO_UNIT,
                "Times that a processor was taken from a blocked thread; fast growth means tasks that hold their threads"
                        + " while they wait",
                SchedulerCounters::handoffs);
        meters.counter(
                "gmp.steals",
                NO_UNIT,
                "Times that a thread took goroutines from the queue of another processor; fast growth means tiny tasks",
                SchedulerCounters::steals);
        meters.counter(
                "gmp.run.queue.overflows",
                NO_UNIT,
                "Times that a full local queue sent half of itself to the global one; growth means that one task submits"
                        + " very many",
                SchedulerCounters::runQueueOverflows);
        meters.counter(
                "gmp.processor.paused",
                "seconds",
                "Processor time given up so that the CPU quota lasts; growth for long means that the quota is used up",
                counters -> counters.pacedTime().toNanos() / 1e9);
    }

    private static void bindThreads(SnapshotMeters<RecentSnapshot, SchedulerCounters> meters) {
        meters.counter(
                "gmp.threads.parks",
                NO_UNIT,
                "Times that a thread parked for want of work; fast growth means that work comes in single small tasks",
                SchedulerCounters::machineParks);
        meters.counter(
                "gmp.threads.limit.hits",
                NO_UNIT,
                "Times that a thread was wanted and could not be had; growth means that blocked tasks hold all of them, or"
                        + " that the system refuses more",
                SchedulerCounters::machineLimitHits);
    }
}
