package dev.gmp;

import dev.gmp.internal.sysmon.Overload;
import dev.gmp.observe.LatencyHistogramSnapshot;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.incident.IncidentCause;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * What of a scheduler's state is an incident, judged once a second.
 *
 * <ul>
 *   <li>{@link IncidentCause#STALL}: the scheduler is stalled.
 *   <li>{@link IncidentCause#LATENCY}: in each of {@value #SECONDS} seconds with samples, one after the other, the 99th
 *       percentile of the second's samples was above the limit. As many without samples end it. A bucket that contains
 *       the limit counts as above it.
 *   <li>{@link IncidentCause#OVERTIME}: for {@value #SECONDS} seconds, as many goroutines have computed in overtime as make the
 *       scheduler defer others ({@link Overload#BOUND} for each processor).
 * </ul>
 *
 * <p>Owned by one thread.
 */
final class IncidentSigns {

    static final int SECONDS = 5;

    private final Duration latencyLimit;
    private long[] countsBefore = {};
    private int slowSeconds;
    private int silentSeconds;
    private int fullSeconds;

    /** @param latencyLimit zero for none */
    IncidentSigns(Duration latencyLimit) {
        this.latencyLimit = latencyLimit;
    }

    /** The causes that hold now, with their details. */
    Map<IncidentCause, String> tick(SchedulerSnapshot now) {
        int bound = Overload.BOUND * now.procs();
        return tick(now.stalled(), now.machineCounts().overtime(), bound, now.schedulingLatency());
    }

    Map<IncidentCause, String> tick(boolean stalled, int overtime, int bound, LatencyHistogramSnapshot latency) {
        Map<IncidentCause, String> holding = new EnumMap<>(IncidentCause.class);
        if (stalled) {
            holding.put(IncidentCause.STALL, "tasks wait, and none begins to run");
        }
        LatencyHistogramSnapshot second = sinceLastTick(latency);
        if (second.samples() > 0) {
            slowSeconds = isSlow(second) ? slowSeconds + 1 : 0;
            silentSeconds = 0;
        } else if (++silentSeconds >= SECONDS) {
            slowSeconds = 0;
        }
        if (slowSeconds >= SECONDS) {
            holding.put(
                    IncidentCause.LATENCY,
                    "p99 of the scheduling latency has stayed above %s, or in its bucket".formatted(latencyLimit));
        }
        fullSeconds = overtime >= bound ? fullSeconds + 1 : 0;
        if (fullSeconds >= SECONDS) {
            holding.put(IncidentCause.OVERTIME, "%d goroutines compute in overtime".formatted(overtime));
        }
        return holding;
    }

    private boolean isSlow(LatencyHistogramSnapshot second) {
        return !latencyLimit.isZero() && second.quantile(0.99).compareTo(latencyLimit) > 0;
    }

    private LatencyHistogramSnapshot sinceLastTick(LatencyHistogramSnapshot latency) {
        long[] counts = latency.counts();
        long[] second = counts.clone();
        for (int bucket = 0; bucket < countsBefore.length; bucket++) {
            second[bucket] -= countsBefore[bucket];
        }
        countsBefore = counts;
        return new LatencyHistogramSnapshot(second, 0);
    }
}
