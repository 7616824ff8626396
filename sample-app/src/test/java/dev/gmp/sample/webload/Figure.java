package dev.gmp.sample.webload;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A figure that is measured on each server, and what is aimed at. */
enum Figure {
    FAST_THROUGHPUT("fast requests only, 16 clients", "requests/s", true, "≥ 0.97 × the better of Boot's"),
    FAST_P50("fast, nothing else: p50", "ms", false, ""),
    FAST_P99("fast, nothing else: p99", "ms", false, ""),
    MIX_THROUGHPUT("the mix, 64 clients", "requests/s", true, "≥ 0.95 × the better of Boot's"),
    MIX_P50("fast beside the mix: p50", "ms", false, ""),
    MIX_P99("fast beside the mix: p99", "ms", false, ""),
    HOGS_P50("fast beside 8 that compute: p50", "ms", false, ""),
    HOGS_P99("fast beside 8 that compute: p99", "ms", false, "≤ 1.0 × platform, 200 × better than virtual"),
    BLOCKED_P99("fast beside 300 that wait for a second: p99", "ms", false, "50 × better than platform"),
    BUSY_P99("fast beside 300, of which 292 wait and 8 compute: p99", "ms", false, "50 × better than platform"),
    COMPUTING_P99("fast beside 300 that compute, from 1 s on: p99", "ms", false, "50 × better than platform"),
    COMPUTING_LATER_P99("fast beside 300 that compute, from 5 s on: p99", "ms", false, "50 × better than platform"),
    HELD_HEAP(waiting() + ": heap in use after a collection", "MB", false, "≤ 1.0 × virtual"),
    HELD_RESIDENT(waiting() + ": resident memory", "MB", false, "≤ 1.0 × virtual");

    private final String title;
    private final String unit;
    private final boolean moreIsBetter;
    private final String target;

    Figure(String title, String unit, boolean moreIsBetter, String target) {
        this.title = title;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
        this.target = target;
    }

    private static String waiting() {
        return String.format(Locale.ROOT, "%,d requests that wait", WebLoad.HELD);
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    String target() {
        return target;
    }

    /** Whether this server meets the target; empty where none is set or something was not measured. */
    Optional<Boolean> isMet(ServerKind server, Map<ServerKind, Double> figures) {
        Double own = figures.get(server);
        double platform = figures.getOrDefault(ServerKind.PLATFORM, Double.NaN);
        double virtual = figures.getOrDefault(ServerKind.VIRTUAL, Double.NaN);
        if (own == null || target.isEmpty()) {
            return Optional.empty();
        }
        double bound = switch (this) {
            case FAST_THROUGHPUT -> 0.97 * Math.max(platform, virtual);
            case MIX_THROUGHPUT -> 0.95 * Math.max(platform, virtual);
            case HOGS_P99 -> Math.min(platform, virtual / 200);
            case BLOCKED_P99, BUSY_P99, COMPUTING_P99, COMPUTING_LATER_P99 -> platform / 50;
            case HELD_HEAP, HELD_RESIDENT -> virtual;
            default -> throw new IllegalStateException("no target: " + this);
        };
        return Double.isNaN(bound) ? Optional.empty() : Optional.of(moreIsBetter ? own >= bound : own <= bound);
    }
}
