package dev.gmp.benchmarks.compare;

import dev.gmp.benchmarks.compare.Plan.Effort;
import dev.gmp.benchmarks.measure.ActorThroughput;
import dev.gmp.benchmarks.measure.Throughput;
import dev.gmp.benchmarks.measure.VirtualThroughput;
import dev.gmp.benchmarks.measure.channel.ChannelThroughput;
import dev.gmp.benchmarks.peer.Peer;
import dev.gmp.benchmarks.program.JvmFlags;
import dev.gmp.benchmarks.program.MeasurementFailedException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs one fork of a benchmark that counts what is done in a time; its figure is the median of the iterations. */
record JmhMeasurer(Plan plan) {
    private static final TimeValue ITERATION_TIMEOUT = TimeValue.minutes(2);

    /** The method that measures the workload. */
    static Method benchmark(Workload workload) {
        return Stream.of(Throughput.class, VirtualThroughput.class, ActorThroughput.class, ChannelThroughput.class)
                .flatMap(benchmarks -> Arrays.stream(benchmarks.getMethods()))
                .filter(method -> method.getName().equals(workload.jmhMethod()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No benchmark measures " + workload));
    }

    Map<String, Double> measure(Workload workload, Peer peer) throws MeasurementFailedException {
        Effort effort = plan.effort();
        TimeValue iteration = TimeValue.milliseconds(effort.iteration().toMillis());
        Method benchmark = benchmark(workload);
        Options options = new OptionsBuilder()
                .include("^" + benchmark.getDeclaringClass().getName() + "." + benchmark.getName() + "$")
                .param("peer", peer.name())
                .forks(1)
                .warmupIterations(effort.warmUps())
                .warmupTime(iteration)
                .measurementIterations(effort.iterations())
                .measurementTime(iteration)
                .timeout(ITERATION_TIMEOUT)
                .jvmArgs(JvmFlags.of(plan.procs(), effort.heap()).toArray(String[]::new))
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        try {
            RunResult result = new Runner(options).runSingle();
            return Map.of(
                    Metric.JMH_SCORE, result.getPrimaryResult().getStatistics().getPercentile(50));
        } catch (RunnerException e) {
            throw new MeasurementFailedException(String.valueOf(e.getMessage()), e);
        }
    }
}
