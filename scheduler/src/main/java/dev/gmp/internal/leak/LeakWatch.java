package dev.gmp.internal.leak;

import dev.gmp.config.LeakWatchConfig;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.internal.util.PeriodicThread;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.leak.Deadlock;
import dev.gmp.observe.leak.DeadlockReport;
import dev.gmp.observe.leak.LeakSuspect;
import dev.gmp.observe.profile.GoroutineProfile;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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

    /**
     * What the last look has found.
     *
     * @param deadlocks how many there are
     * @param deadlocksFound how many were found since the beginning
     */
    private record Findings(List<LeakSuspect> suspects, int deadlocks, long deadlocksFound) {}

    private static final Findings NONE = new Findings(List.of(), 0, 0);

    private final String scheduler;
    private final boolean enabled;
    private final Function<Duration, GoroutineProfile> profiler;
    private final Function<Duration, DeadlockReport> deadlockFinder;
    private final LeakRule rule;
    private final KnownDeadlocks knownDeadlocks = new KnownDeadlocks();
    private final PeriodicThread thread;
    private volatile Findings findings = NONE;

    /** @param profiler and {@code deadlockFinder} get the time that they may take */
    public LeakWatch(
            String scheduler,
            LeakWatchConfig config,
            Function<Duration, GoroutineProfile> profiler,
            Function<Duration, DeadlockReport> deadlockFinder) {
        this.scheduler = scheduler;
        this.enabled = config.enabled();
        this.profiler = profiler;
        this.deadlockFinder = deadlockFinder;
        this.rule = new LeakRule(config.threshold());
        this.thread = new PeriodicThread("gmp-" + scheduler + "-leaks", config.interval(), this::look, FAILED);
    }

    /** By sysmon, again and again: a start may fail for want of threads or memory. */
    public void ensureStarted() {
        if (enabled) {
            try {
                thread.ensureStarted();
            } catch (OutOfMemoryError e) {
                // the next call tries again
            }
        }
    }

    /** There are no suspects and no deadlocks from then on. */
    public void stop() {
        thread.stop();
    }

    /** The largest first. Any thread. */
    public List<LeakSuspect> suspects() {
        return findings().suspects.stream().limit(MOST_SUSPECTS).toList();
    }

    /** How many goroutines all suspect groups have. Any thread. */
    public long suspectedGoroutines() {
        return findings().suspects.stream().mapToLong(LeakSuspect::count).sum();
    }

    /** How many deadlocks the last look has found. Any thread. */
    public int deadlocks() {
        return findings().deadlocks;
    }

    /** How many deadlocks all looks have found. One that takes the place of another counts, too. Any thread. */
    public long deadlocksFound() {
        return findings().deadlocksFound;
    }

    private Findings findings() {
        return thread.isStopped() ? NONE : findings;
    }

    /** On one thread at a time. */
    void look() {
        long now = System.nanoTime();
        List<LeakSuspect> suspects = rule.look(profiler.apply(BUDGET), now);
        List<Deadlock> newDeadlocks = knownDeadlocks.look(deadlockFinder.apply(BUDGET));
        Findings before = findings;
        findings = new Findings(suspects, knownDeadlocks.count(), before.deadlocksFound + newDeadlocks.size());
        Set<List<StackTraceElement>> told =
                before.suspects.stream().map(each -> each.group().stack()).collect(Collectors.toSet());
        suspects.stream().filter(each -> !told.contains(each.group().stack())).forEach(each -> log(each.toText(true)));
        newDeadlocks.forEach(each -> log(each.toText(true)));
    }

    private void log(String text) {
        LOG.log("scheduler " + scheduler + ": " + text);
    }
}
