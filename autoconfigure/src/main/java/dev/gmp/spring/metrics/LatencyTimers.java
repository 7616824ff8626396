package dev.gmp.spring.metrics;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Times single events of one scheduler until it is closed. */
final class LatencyTimers implements SchedulerListener, AutoCloseable {

    private final GmpScheduler scheduler;
    private final Timer schedulingLatency;
    private final Timer admissionWait;

    private LatencyTimers(GmpScheduler scheduler, MeterRegistry registry) {
        this.scheduler = scheduler;
        schedulingLatency = Timer.builder("gmp.scheduling.latency")
                .tag("scheduler", scheduler.name())
                .description("Time from runnable to running, of one in " + SAMPLING_PERIOD + " goroutines")
                .register(registry);
        admissionWait = AdmissionTimer.register(registry, scheduler.name(), AdmissionTimer.NO_BULKHEAD);
    }

    static LatencyTimers listen(GmpScheduler scheduler, MeterRegistry registry) {
        LatencyTimers timers = new LatencyTimers(scheduler, registry);
        scheduler.addListener(timers);
        return timers;
    }

    @Override
    public void schedulingLatency(Duration latency) {
        schedulingLatency.record(latency);
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
