package dev.gmp.spring.metrics;

import dev.gmp.observe.ProcessorSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * {@code gmp.processor.queue.depth} of one scheduler in one registry: a gauge for each processor, as many as there are now. With more than
 * {@value #MOST} processors there is none, because each is a time series.
 */
final class ProcessorQueueMeters implements MeterBinder {

    static final int MOST = 64;

    private static final String NAME = "gmp.processor.queue.depth";
    private static final Log LOG = LogFactory.getLog(ProcessorQueueMeters.class);

    private final String scheduler;
    private final RecentSnapshot recent;

    /** The number of processors that the gauges are registered for. */
    private int registered;

    ProcessorQueueMeters(String scheduler, RecentSnapshot recent) {
        this.scheduler = scheduler;
        this.recent = recent;
    }

    /** Goroutines in the local queues of all processors. */
    static int sum(SchedulerSnapshot snapshot) {
        return snapshot.processors().stream()
                .mapToInt(ProcessorSnapshot::runQueueDepth)
                .sum();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MultiGauge gauges = MultiGauge.builder(NAME)
                .tags(Tags.of("scheduler", scheduler))
                .baseUnit("goroutines")
                .description(
                        "Goroutines in the run queue of a processor; one that stays long means a task that holds it")
                .register(registry);
        recent.observe(snapshot -> follow(gauges, snapshot.procs()));
        follow(gauges, recent.get().procs());
    }

    /** Snapshots come on any thread: what is registered and what is remembered of it change as one. */
    private synchronized void follow(MultiGauge gauges, int procs) {
        if (procs == registered) {
            return;
        }
        if (procs > MOST && registered <= MOST) {
            LOG.info("Scheduler '%s' has %d processors: %s is not published above %d processors"
                    .formatted(scheduler, procs, NAME, MOST));
        }
        WeakReference<RecentSnapshot> weak = new WeakReference<>(recent);
        gauges.register(IntStream.range(0, procs > MOST ? 0 : procs)
                .mapToObj(id -> Row.of(Tags.of("processor", Integer.toString(id)), weak, source -> depth(source, id)))
                .toList());
        registered = procs;
    }

    /** @param source weak, because a row, unlike a gauge, is held strongly by registries */
    private static double depth(WeakReference<RecentSnapshot> source, int processor) {
        RecentSnapshot recent = source.get();
        if (recent == null) {
            return Double.NaN;
        }
        List<ProcessorSnapshot> processors = recent.get().processors();
        return processor < processors.size() ? processors.get(processor).runQueueDepth() : 0;
    }
}
