package dev.gmp.internal.sched;

import dev.gmp.observe.SchedulerListener;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Who hears of single events of a scheduler. None of the methods that tell throws anything. */
final class Listeners {

    private static final BiConsumer<SchedulerListener, Duration> LATENCY = SchedulerListener::schedulingLatency;
    private static final BiConsumer<SchedulerListener, Duration> SLICE = SchedulerListener::sliceLength;
    private static final BiConsumer<SchedulerListener, Duration> ADMITTED = SchedulerListener::admitted;

    private final Audience<SchedulerListener> audience = new Audience<>();

    void add(SchedulerListener listener) {
        audience.add(listener);
    }

    void remove(SchedulerListener listener) {
        audience.remove(listener);
    }

    void schedulingLatency(long nanos) {
        audience.tell(LATENCY, nanos);
    }

    void sliceLength(long nanos) {
        audience.tell(SLICE, nanos);
    }

    void admitted(long waitedNanos) {
        audience.tell(ADMITTED, waitedNanos);
    }
}
