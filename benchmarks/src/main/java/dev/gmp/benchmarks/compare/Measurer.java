package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import java.io.IOException;
import java.util.Map;

/** Takes one measurement in a JVM of its own. */
interface Measurer {
    /** Returns a figure for each key of the workload's metrics. */
    Map<String, Double> measure(Workload workload, Peer peer)
            throws IOException, MeasurementFailedException, InterruptedException;
}
