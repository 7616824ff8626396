package dev.gmp.internal.stats;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.util.PeriodicThread;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Supplier;

/** Logs a schedtrace line at an interval, on a thread of its own that exists only when asked for (Go: GODEBUG=schedtrace). */
public final class SchedTraceLog {

    private static final System.Logger LOG = System.getLogger("dev.gmp.schedtrace");

    private static final SafeLog LEFT_OUT =
            new SafeLog(SchedTraceLog.class, Level.WARNING, "a schedtrace line was left out");

    private SchedTraceLog() {}

    /** @return what stops it */
    public static Runnable startIfSet(SchedulerConfig config, Supplier<SchedulerSnapshot> snapshots) {
        Duration interval = config.schedtraceInterval();
        return interval.isZero() ? () -> {} : start(config.name(), interval, snapshots)::stop;
    }

    /** A line that cannot be made or written is left out; the next one may be. */
    public static PeriodicThread start(String scheduler, Duration interval, Supplier<SchedulerSnapshot> snapshots) {
        PeriodicThread thread =
                new PeriodicThread("gmp-" + scheduler + "-schedtrace", interval, () -> log(snapshots.get()), LEFT_OUT);
        thread.ensureStarted();
        return thread;
    }

    private static void log(SchedulerSnapshot snapshot) {
        LOG.log(Level.INFO, snapshot.name() + " " + SchedTrace.line(snapshot));
    }
}
