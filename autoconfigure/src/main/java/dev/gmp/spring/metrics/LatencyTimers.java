package dev.gmp.spring.metrics;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;

/** Times single events of one scheduler until it is closed. */
final class LatencyTimers implements SchedulerListener, AutoCloseable {

    /**
     * Upper edges of the histograms' buckets: 4 microseconds to 17 seconds, each four times the one before. Few, because each
     * is a time series in Prometheus. Those that an application sets by {@code management.metrics.distribution.slo} take their
     * place.
     */
    static final Duration[] EDGES = IntStream.range(0, 12)
            .mapToObj(i -> Duration.ofNanos(4_000L << (2 * i)))
            .toArray(Duration[]::new);

    private final GmpScheduler scheduler;
    private final Exemplars exemplars;
    private final Timer schedulingLatency;
    private final Timer sliceLength;
    private final Timer admissionWait;

    private LatencyTimers(GmpScheduler scheduler, MeterRegistry registry, Exemplars exemplars) {
        this.scheduler = scheduler;
        this.exemplars = exemplars;
        schedulingLatency = timer(
                registry,
                "gmp.scheduling.latency",
                "Time from runnable to running, of one goroutine in " + SAMPLING_PERIOD
                        + "; growth means more work than processors, or hogs");
        sliceLength = timer(
                registry,
                "gmp.slice.length",
                "Time that a goroutine runs or blocks its thread in one go, of one in " + SAMPLING_PERIOD
                        + "; growth means tasks that compute or block without a break");
        admissionWait = AdmissionTimer.register(registry, scheduler.name(), AdmissionTimer.NO_BULKHEAD);
    }

    private Timer timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name)
                .tag("scheduler", scheduler.name())
                .description(description)
                .serviceLevelObjectives(EDGES)
                .register(registry);
    }

    static LatencyTimers listen(GmpScheduler scheduler, MeterRegistry registry, Exemplars exemplars) {
        LatencyTimers timers = new LatencyTimers(scheduler, registry, exemplars);
        scheduler.addListener(timers);
        return timers;
    }

    @Override
    public void schedulingLatency(Duration latency, Map<String, String> labels) {
        exemplars.record(labels, () -> schedulingLatency.record(latency));
    }

    @Override
    public void sliceLength(Duration length, Map<String, String> labels) {
        exemplars.record(labels, () -> sliceLength.record(length));
    }

    @Override
    public void admitted(Duration waited) {
        admissionWait.record(waited);
    }

    @Override
    public void close() {
        scheduler.removeListener(this);
    }
}
