package dev.gmp.observe.incident;

import java.util.Locale;

/**
 * Why a capsule was written.
 *
 * @since 0.2.0
 */
public enum IncidentCause {

    /** A user or the application asked for it. */
    REQUESTED,

    /** The scheduler is stalled: tasks wait, and none begins to run. */
    STALL,

    /** Goroutines wait for each other. */
    DEADLOCK,

    /** The 99th percentile of the scheduling latency stayed above a limit. */
    LATENCY,

    /** As many goroutines compute in overtime as the scheduler lets compute before it defers others. */
    OVERTIME,

    /** A health check went down. */
    HEALTH_DOWN;

    /** The word for names of files and for JSON, such as {@code health-down}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
