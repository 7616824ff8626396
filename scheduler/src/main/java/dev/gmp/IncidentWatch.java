package dev.gmp;

import dev.gmp.config.InvalidSettingException;
import dev.gmp.internal.util.PatientLock;
import dev.gmp.internal.util.PeriodicThread;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.incident.IncidentCause;
import dev.gmp.observe.incident.IncidentFile;
import dev.gmp.observe.incident.IncidentFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@linkplain IncidentCapsule capsule} by itself when something is wrong with a scheduler: {@link IncidentCause} says
 * what. A daemon thread looks once a second. It needs no task of a scheduler to run, so it sees one that is stuck.
 *
 * <p>An incident leads to one capsule, however long it lasts. Between two capsules that it writes by itself there is a least
 * interval, also over a restart. What happens meanwhile is written afterwards if it still lasts. One capsule is written at a
 * time. Once a minute the thread deletes what is beyond the limits of the folder.
 *
 * <p>Threading: all methods may be called from any thread. Without {@link #start} there is no thread, and {@link #capture} works
 * all the same.
 *
 * @since 0.2.0
 */
public final class IncidentWatch implements AutoCloseable {

    /** The shortest interval between two capsules. */
    public static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

    /** The longest interval between two capsules. */
    public static final Duration LONGEST_INTERVAL = Duration.ofDays(365);

    /** The smallest limit of latency. */
    public static final Duration LEAST_LATENCY = Duration.ofMillis(1);

    /** The largest limit of latency. */
    public static final Duration MOST_LATENCY = Duration.ofHours(1);

    private static final System.Logger LOG = System.getLogger(IncidentWatch.class.getName());

    private static final SafeLog FAILED =
            new SafeLog(IncidentWatch.class, Level.WARNING, "an incident could not be written down");

    private static final SafeLog CHECK_FAILED =
            new SafeLog(IncidentWatch.class, Level.WARNING, "the check beside the schedulers failed");

    private static final int TICKS_BETWEEN_DELETIONS = 60;
    private static final int LONGEST_WAIT_SECONDS = 10;

    private final List<WatchedScheduler> watched;
    private final IncidentFolder folder;
    private final long minIntervalNanos;
    private final Supplier<@Nullable String> health;
    private final PeriodicThread thread;
    private final PatientLock writing = new PatientLock(LONGEST_WAIT_SECONDS);

    /** From when on the next capsule may be written, as {@link System#nanoTime}. */
    private long dueAt = System.nanoTime();

    /**
     * A stall makes the health down, so that is not asked meanwhile. One that begins after the snapshots of a tick makes it down
     * at once, and the next tick sees that it is a stall.
     */
    private boolean wasDown;

    private long ticks;

    /**
     * @param schedulers what is watched
     * @param folder where capsules are kept
     * @param minInterval between two capsules that are written by themselves, 1 second to 365 days
     * @param latencyLimit of the 99th percentile of the scheduling latency in a second; zero for none, else 1 millisecond to 1
     *     hour. A bucket that contains it counts as above it, and edges are powers of two microseconds
     * @param health says what is wrong beside the schedulers, and returns null if nothing is. It is an incident when two calls
     *     in a row say so. The watch's thread calls it once a second, so it must not block. What it throws is logged, and is no
     *     incident
     * @throws InvalidSettingException if a duration is out of its range; it names {@code min-interval} or {@code latency-limit}
     */
    public IncidentWatch(
            Collection<GmpScheduler> schedulers,
            IncidentFolder folder,
            Duration minInterval,
            Duration latencyLimit,
            Supplier<@Nullable String> health) {
        this(schedulers, folder, minInterval, latencyLimit, health, Duration.ofSeconds(1));
    }

    /** @param tick for tests, from one look to the next */
    IncidentWatch(
            Collection<GmpScheduler> schedulers,
            IncidentFolder folder,
            Duration minInterval,
            Duration latencyLimit,
            Supplier<@Nullable String> health,
            Duration tick) {
        require(minInterval, "min-interval", SHORTEST_INTERVAL, LONGEST_INTERVAL, "");
        if (!latencyLimit.isZero()) {
            require(latencyLimit, "latency-limit", LEAST_LATENCY, MOST_LATENCY, "0 (off) or ");
        }
        this.watched = schedulers.stream()
                .map(each -> new WatchedScheduler(each, latencyLimit))
                .toList();
        this.folder = folder;
        this.minIntervalNanos = minInterval.toNanos();
        this.health = health;
        this.thread = new PeriodicThread("gmp-incidents", tick, this::look, FAILED);
    }

    private static void require(Duration value, String setting, Duration least, Duration most, String also) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidSettingException(setting, value, also + "between " + least + " and " + most);
        }
    }

    /** The schedulers that it watches. */
    public List<GmpScheduler> schedulers() {
        return watched.stream().map(each -> each.scheduler).toList();
    }

    /**
     * Begins to watch. Does nothing the second time, or after the end.
     *
     * @throws IOException as {@link IncidentFolder#create}
     */
    public synchronized void start() throws IOException {
        if (!thread.isRunning() && !thread.isStopped()) {
            folder.create();
            awaitIntervalOfLastLife();
            thread.ensureStarted();
        }
    }

    private boolean watches(String scheduler) {
        return watched.stream().anyMatch(each -> each.scheduler.name().equals(scheduler));
    }

    /** An application that is restarted again and again keeps the capsule with the cause. */
    private void awaitIntervalOfLastLife() throws IOException {
        Instant now = Instant.now();
        folder.list().stream()
                .filter(file ->
                        file.cause() != IncidentCause.REQUESTED && file.time().isBefore(now))
                .filter(file -> folder.schedulerOf(file).filter(this::watches).isPresent())
                .findFirst()
                .map(last ->
                        minIntervalNanos - Duration.between(last.time(), now).toNanos())
                .ifPresent(left -> dueAt = System.nanoTime() + Math.max(0, left));
    }

    /** Whether it writes capsules by itself. */
    public boolean isRunning() {
        return thread.isRunning();
    }

    /**
     * Writes a capsule on the calling thread, whatever the least interval is. It may take seconds.
     *
     * @return empty, and nothing is written, while another capsule is written
     * @throws IllegalArgumentException if the scheduler is not watched
     * @throws IOException if it cannot be written; there is none then
     */
    public Optional<IncidentFile> capture(GmpScheduler scheduler) throws IOException {
        WatchedScheduler of = of(scheduler);
        if (!writing.tryLock()) {
            return Optional.empty();
        }
        try {
            return Optional.of(add(of, IncidentCause.REQUESTED, ""));
        } finally {
            writing.unlock();
        }
    }

    /** Ends the watch. Waits for a capsule that it writes by itself, ten seconds at most. */
    @Override
    public void close() {
        thread.stopAndWait(Duration.ofSeconds(LONGEST_WAIT_SECONDS));
    }

    private WatchedScheduler of(GmpScheduler scheduler) {
        return watched.stream()
                .filter(each -> each.scheduler == scheduler)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(scheduler + " is not watched"));
    }

    private void look() {
        tick();
        if (ticks++ % TICKS_BETWEEN_DELETIONS == 0) {
            try {
                folder.deleteSurplus();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void tick() {
        watched.forEach(WatchedScheduler::tick);
        boolean isStalled = watched.stream().anyMatch(WatchedScheduler::isStalled);
        String down = isStalled || watched.isEmpty() ? null : checkHealth();
        if (down != null && wasDown) {
            watched.get(0).add(IncidentCause.HEALTH_DOWN, down);
        }
        wasDown = down != null;
        boolean isHealthUp = !isStalled && down == null;
        for (WatchedScheduler each : watched) {
            for (Map.Entry<IncidentCause, String> incident :
                    each.unwritten(isHealthUp).entrySet()) {
                if (tryClaim() && tryWrite(each, incident.getKey(), incident.getValue())) {
                    each.setWritten(incident.getKey());
                }
            }
        }
    }

    /** Null also where the check fails, so that the rest of the look goes on. */
    private @Nullable String checkHealth() {
        try {
            return health.get();
        } catch (Throwable failure) {
            CHECK_FAILED.log(failure);
            return null;
        }
    }

    /** Takes the right to write the next capsule. Also where that fails the interval has to pass: a full disk is not tried each second. */
    private boolean tryClaim() {
        long now = System.nanoTime();
        boolean isDue = now - dueAt >= 0;
        dueAt = isDue ? now + minIntervalNanos : dueAt;
        return isDue;
    }

    private boolean tryWrite(WatchedScheduler of, IncidentCause cause, String detail) {
        writing.lock();
        try {
            IncidentFile file = add(of, cause, detail);
            LOG.log(
                    Level.WARNING,
                    "incident of scheduler {0}, {1}: {2}; see {3}",
                    of.scheduler.name(),
                    cause.word(),
                    detail,
                    file.name());
            return true;
        } catch (Throwable failure) {
            FAILED.log(failure);
            return false;
        } finally {
            writing.unlock();
        }
    }

    private IncidentFile add(WatchedScheduler of, IncidentCause cause, String detail) throws IOException {
        return folder.add(
                cause, out -> IncidentCapsule.write(of.scheduler, of.incident(cause, detail), out, folder.mostBytes()));
    }
}
