package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Target.Absolute;
import dev.gmp.benchmarks.measure.CrowdMeasurements;

/** What is told of short tasks beside a crowd. */
final class CrowdMetrics {
    private CrowdMetrics() {}

    /** @param p99 the target of the wait that 99 of 100 do not exceed, in milliseconds */
    static Metric[] of(String id, Target p99) {
        return new Metric[] {
            new Metric(CrowdMeasurements.NOT_RUN, id + ", not run", "of 1,000, + 1", Absolute.atMost(21)),
            new Metric(CrowdMeasurements.WAIT_P50, id + ", p50", "ms", Target.NONE),
            new Metric(CrowdMeasurements.WAIT_P99, id + ", p99", "ms", p99)
        };
    }
}
