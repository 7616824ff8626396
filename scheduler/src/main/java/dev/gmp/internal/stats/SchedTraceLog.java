package dev.gmp.internal.stats;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.ServiceThreads;
import dev.gmp.observe.SchedTrace;
import dev.gmp.observe.SchedulerSnapshot;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Logs a schedtrace line at an interval, on a thread of its own that exists only when asked for (Go: GODEBUG=schedtrace). */
public final class SchedTraceLog {

    private static final System.Logger LOG = System.getLogger("dev.gmp.schedtrace");

    private static final SafeLog LEFT_OUT =
            new SafeLog(SchedTraceLog.class, Level.WARNING, "a schedtrace line was left out");

    private final long intervalNanos;
    private final Supplier<SchedulerSnapshot> snapshots;
    private final Thread thread;
    private volatile boolean stopped;

    private SchedTraceLog(String scheduler, Duration interval, Supplier<SchedulerSnapshot> snapshots) {
        this.intervalNanos = interval.toNanos();
        this.snapshots = snapshots;
        this.thread = ServiceThreads.newThread("gmp-" + scheduler + "-schedtrace", this::run);
    }

    /** @return what stops it */
    public static Runnable startIfSet(SchedulerConfig config, Supplier<SchedulerSnapshot> snapshots) {
        Duration interval = config.schedtraceInterval();
        return interval.isZero() ? () -> {} : start(config.name(), interval, snapshots)::stop;
    }

    public static SchedTraceLog start(String scheduler, Duration interval, Supplier<SchedulerSnapshot> snapshots) {
        SchedTraceLog log = new SchedTraceLog(scheduler, interval, snapshots);
        log.thread.start();
        return log;
    }

    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        long next = System.nanoTime();
        while (!stopped) {
            // Lines that the process slept through are left out.
            next += Math.max(intervalNanos, System.nanoTime() - next);
            for (long left = next - System.nanoTime(); left > 0 && !stopped; left = next - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                Thread.interrupted(); // it would end every later park at once
            }
            if (!stopped) {
                tryLog();
            }
        }
    }

    /** A line that cannot be made or written is left out; the next one may be. */
    private void tryLog() {
        try {
            SchedulerSnapshot snapshot = snapshots.get();
            LOG.log(Level.INFO, snapshot.name() + " " + SchedTrace.line(snapshot));
        } catch (Throwable failure) {
            LEFT_OUT.log(failure);
        }
    }
}
