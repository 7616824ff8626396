package dev.gmp.spring.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** {@code gmp.admission.wait}, of a scheduler or of one of its bulkheads. */
final class AdmissionTimer {

    /** The bulkhead of tasks that came through none: registries want the same tags on every meter of a name. */
    static final String NO_BULKHEAD = "none";

    private AdmissionTimer() {}

    static Timer register(MeterRegistry registry, String scheduler, String bulkhead) {
        return Timer.builder("gmp.admission.wait")
                .tag("scheduler", scheduler)
                .tag("bulkhead", bulkhead)
                .description(
                        "Time that tasks waited for a slot of a bulkhead, or for room in a full queue; growth means that the limit"
                                + " is reached")
                .register(registry);
    }
}
