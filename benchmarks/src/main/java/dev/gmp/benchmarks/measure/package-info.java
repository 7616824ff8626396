/**
 * How the workloads are measured: by JMH in {@link dev.gmp.benchmarks.measure.Throughput}, and where JMH has no mode for
 * it (processor time, start latency) by {@link dev.gmp.benchmarks.measure.MeasureOnce}. Each measurement has a JVM of
 * its own.
 */
@NullMarked
package dev.gmp.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
