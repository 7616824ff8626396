package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.figures.Percentile;
import dev.gmp.benchmarks.workload.CompletionCounter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * One task at a time from outside, at a fixed rate so low that the workers have parked in between. Each task costs a
 * wake-up: this measures what that costs, and how soon the task starts.
 */
public record Trickle(Executor executor, Duration interval) {

    /**
     * What a trickle has cost.
     *
     * @param tasks how many tasks have been executed
     * @param cpuNanosPerTask processor time of all platform threads for each task, the submitter's share included
     * @param startLatencyNanos times from hand-in to start, ascending
     */
    public record Cost(long tasks, double cpuNanosPerTask, long[] startLatencyNanos) {
        /** The latency that {@code fraction} of the tasks did not exceed. */
        public long latencyNanos(double fraction) {
            return Percentile.of(startLatencyNanos, fraction);
        }
    }

    /** Hands in {@code tasks} tasks from the calling thread, and returns when all have been executed. */
    public Cost run(int tasks) {
        CompletionCounter completed = new CompletionCounter(tasks);
        long[] latencies = new long[tasks];
        ThreadCpu cpu = new ThreadCpu(Set.of());
        long next = System.nanoTime();
        for (int i = 0; i < tasks; i++) {
            next += interval.toNanos();
            parkUntil(next);
            int index = i;
            long handedIn = System.nanoTime();
            executor.execute(() -> {
                latencies[index] = System.nanoTime() - handedIn;
                completed.increment();
            });
        }
        completed.await();
        cpu.sample();
        Arrays.sort(latencies);
        return new Cost(completed.count(), (double) cpu.nanos() / tasks, latencies);
    }

    /** Returns at that time, as {@link System#nanoTime}. */
    public static void parkUntil(long deadline) {
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
