package dev.gmp.benchmarks.compare;

import static dev.gmp.benchmarks.measure.MeasureOnce.CPU_PER_TASK;
import static dev.gmp.benchmarks.measure.MeasureOnce.IDLE_PERCENT;
import static dev.gmp.benchmarks.measure.MeasureOnce.START_P50;
import static dev.gmp.benchmarks.measure.MeasureOnce.START_P99;

import dev.gmp.benchmarks.compare.Target.Absolute;
import dev.gmp.benchmarks.compare.Target.Ratio;
import dev.gmp.benchmarks.peer.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What is measured, in the order of the table. */
public enum Workload {
    SUBMIT_FROM_OUTSIDE(
            "submitFromOutside",
            "1,000,000 trivial tasks from 2 outside threads, until all are done",
            Metric.ofJmh("submitFromOutside", "ns a task", Ratio.ofBestPeer(1.0))),

    FORK_TREE(
            "forkTree",
            "a tree of tasks, 10 children each, 1,000,000 leaves, nothing joined (skynet)",
            Metric.ofJmh("forkTree", "ns a leaf", Ratio.of(0.8, Peer.FORK_JOIN_ASYNC))),

    HAND_OVER(
            "handOver",
            "a chain between 2 tasks, each hands in the other and ends (ping-pong)",
            Metric.ofJmh("handOver", "ns a round trip", Ratio.ofBestPeer(0.6))),

    RESUBMIT(
            "resubmit",
            "100 tasks that hand themselves in again, 10,000 times each (yield)",
            Metric.ofJmh("resubmit", "ns an execution", Ratio.ofBestPeer(1.0))),

    SPAWN_MANY_REMOTE_IDLE(
            "spawnManyRemoteIdle",
            "one task hands in 10,000 trivial ones while all other workers are parked",
            Metric.ofJmh("spawnManyRemoteIdle", "ns a task", Target.NONE)),

    TRICKLE(
            "trickle",
            "one task a millisecond from outside: processor time of all platform threads, the submitter's included, and the"
                    + " time from hand-in to start",
            new Metric(CPU_PER_TASK, "trickle, CPU", "us a task", Ratio.ofForkJoinPool(1.0)),
            new Metric(START_P50, "trickle, start p50", "us", Target.NONE),
            new Metric(START_P99, "trickle, start p99", "us", Target.NONE)),

    IDLE_CPU(
            "idleCpu",
            "nothing to do, after a busy moment: processor time of the peer's own threads",
            new Metric(IDLE_PERCENT, "idleCpu", "% of a core", new Absolute(0.1)));

    private final String id;
    private final String description;
    private final List<Metric> metrics;

    Workload(String id, String description, Metric... metrics) {
        this.id = id;
        this.description = description;
        this.metrics = List.of(metrics);
    }

    /** The name on the command line, of the JMH method, and of the measurement. */
    public String id() {
        return id;
    }

    /** One line that says what the peers are made to do. */
    public String description() {
        return description;
    }

    /** At least one. */
    public List<Metric> metrics() {
        return metrics;
    }

    /** @throws IllegalArgumentException if no workload has this id; the message lists those there are */
    public static Workload byId(String id) {
        return Arrays.stream(values())
                .filter(workload -> workload.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown workload '%s': expected one of %s"
                        .formatted(id, Arrays.stream(values()).map(Workload::id).collect(Collectors.joining(", ")))));
    }
}
