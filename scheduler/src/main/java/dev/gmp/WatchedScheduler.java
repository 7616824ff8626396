package dev.gmp;

import dev.gmp.IncidentCapsule.Incident;
import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import dev.gmp.observe.incident.IncidentCause;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a watch knows of one scheduler: its last minute, and the incidents that last. Owned by the watch's thread. */
final class WatchedScheduler {

    private static final int SECONDS_KEPT = 60;

    final GmpScheduler scheduler;
    private final IncidentSigns signs;
    private final ArrayDeque<String> lines = new ArrayDeque<>(SECONDS_KEPT);
    private final Map<IncidentCause, String> lasting = new EnumMap<>(IncidentCause.class);
    private final Set<IncidentCause> written = EnumSet.noneOf(IncidentCause.class);
    private long deadlocksFound;

    WatchedScheduler(GmpScheduler scheduler, Duration latencyLimit) {
        this.scheduler = scheduler;
        this.signs = new IncidentSigns(latencyLimit);
    }

    /** Once a second. */
    void tick() {
        SchedulerSnapshot now = scheduler.snapshot();
        addLine(SchedTrace.line(now));
        lasting.clear();
        lasting.putAll(signs.tick(now));
        long found = scheduler.deadlocksFound();
        if (found > deadlocksFound) {
            written.remove(IncidentCause.DEADLOCK); // one more, or another, is another incident
        }
        deadlocksFound = found;
        if (now.deadlocks() > 0) {
            add(IncidentCause.DEADLOCK, "threads wait for each other, in cycles: " + now.deadlocks());
        }
    }

    /** What another check has found, beside {@link #tick}. */
    void add(IncidentCause cause, String detail) {
        lasting.put(cause, detail);
    }

    boolean isStalled() {
        return lasting.containsKey(IncidentCause.STALL);
    }

    /**
     * The incidents that last and have no capsule yet. One that is over has another when it comes back.
     *
     * @param isHealthUp whether it was asked for, and is up
     */
    Map<IncidentCause, String> unwritten(boolean isHealthUp) {
        written.removeIf(cause -> !lasting.containsKey(cause) && (isHealthUp || cause != IncidentCause.HEALTH_DOWN));
        Map<IncidentCause, String> unwritten = new EnumMap<>(lasting);
        unwritten.keySet().removeAll(written);
        return unwritten;
    }

    void setWritten(IncidentCause cause) {
        written.add(cause);
    }

    /** Any thread. */
    Incident incident(IncidentCause cause, String detail) {
        synchronized (lines) {
            return new Incident(cause, detail, List.copyOf(lines));
        }
    }

    private void addLine(String line) {
        synchronized (lines) {
            if (lines.size() == SECONDS_KEPT) {
                lines.removeFirst();
            }
            lines.addLast(line);
        }
    }
}
