package dev.gmp.internal.leak;

import dev.gmp.config.LeakWatchConfig;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineProfile;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for leaks and deadlocks again and again, on a thread of its own: that also examines a scheduler whose goroutines are
 * all stuck, and sysmon, which sleeps then, does not wait for stacks.
 */
public final class LeakWatch {

    private static final DetachedLog LOG = new DetachedLog(LeakWatch.class, Level.WARNING);
    private static final SafeLog FAILED =
            SafeLog.detached(LeakWatch.class, Level.ERROR, "a look for leaks and deadlocks failed");
    private static final Duration BUDGET = Duration.ofMillis(100);
    private static final int MOST_SUSPECTS = 20;

    private record Findings(List<LeakSuspect> suspects, long goroutines, int deadlocks) {}

    private final LeakWatchConfig config;
    private final Function<Duration, GoroutineProfile> profiler;
    private final Function<Duration, DeadlockReport> deadlockFinder;
    private final LeakRule rule;
    private final String scheduler;
    private final KnownDeadlocks knownDeadlocks = new KnownDeadlocks();
    private volatile Findings findings = new Findings(List.of(), 0, 0);
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /** @param profiler and {@code deadlockFinder} get the time that they may take */
    public LeakWatch(
            String scheduler,
            LeakWatchConfig config,
            Function<Duration, GoroutineProfile> profiler,
            Function<Duration, DeadlockReport> deadlockFinder) {
        this.scheduler = scheduler;
        this.config = config;
        this.profiler = profiler;
        this.deadlockFinder = deadlockFinder;
        this.rule = new LeakRule(config.threshold());
    }

    /** By sysmon, again and again: a start may fail for want of threads or memory. */
    public void ensureStarted() {
        if (config.enabled() && thread == null && !stopped) {
            try {
                Thread started = ServiceThreads.newThread("gmp-" + scheduler + "-leaks", this::run);
                started.start();
                thread = started;
            } catch (OutOfMemoryError e) {
                // the next call tries again
            }
        }
    }

    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** The largest first. Any thread. */
    public List<LeakSuspect> suspects() {
        return findings.suspects;
    }

    /** How many goroutines all suspect groups have. Any thread. */
    public long suspectedGoroutines() {
        return findings.goroutines;
    }

    /** How many deadlocks the last look has found. Any thread. */
    public int deadlocks() {
        return findings.deadlocks;
    }

    private void run() {
        long next = System.nanoTime() + config.interval().toNanos();
        while (!stopped) {
            long left = next - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
                Thread.interrupted(); // it would end every later park at once
            } else {
                try {
                    look();
                } catch (Throwable failure) {
                    FAILED.log(failure);
                }
                next = System.nanoTime() + config.interval().toNanos();
            }
        }
        findings = new Findings(List.of(), 0, 0);
    }

    /** On one thread at a time. */
    void look() {
        long now = System.nanoTime();
        List<LeakRule.Found> found = rule.look(profiler.apply(BUDGET), now);
        List<Deadlock> newDeadlocks = knownDeadlocks.look(deadlockFinder.apply(BUDGET));
        findings = new Findings(
                found.stream().limit(MOST_SUSPECTS).map(LeakRule.Found::suspect).toList(),
                found.stream().mapToLong(each -> each.suspect().count()).sum(),
                knownDeadlocks.count());
        for (LeakRule.Found each : found) {
            if (!each.growth().isReported) {
                each.growth().isReported = true;
                LOG.log("scheduler " + scheduler + ": " + each.suspect().toText(true));
            }
        }
        for (Deadlock deadlock : newDeadlocks) {
            LOG.log("scheduler " + scheduler + ": " + deadlock.toText(true));
        }
    }
}
