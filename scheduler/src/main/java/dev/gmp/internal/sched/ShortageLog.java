package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.internal.util.DetachedLog;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Says that no machine could be had, at most once in ten seconds. */
public final class ShortageLog {

    private static final DetachedLog LOG = new DetachedLog(MachinePool.class, Level.WARNING);

    private static final long INTERVAL_NANOS = 10_000_000_000L;

    private final SchedulerConfig config;
    private final AtomicLong last = new AtomicLong(System.nanoTime() - INTERVAL_NANOS);

    ShortageLog(SchedulerConfig config) {
        this.config = config;
    }

    /** Without memory for it there is no way to tell. */
    void tryLog(int alive, @Nullable Throwable failure) {
        try {
            log(alive, failure);
        } catch (Throwable fromLogging) {
            // See above.
        }
    }

    private void log(int alive, @Nullable Throwable failure) {
        long now = System.nanoTime();
        long before = last.get();
        if (now - before >= INTERVAL_NANOS && last.compareAndSet(before, now)) {
            LOG.log(
                    "scheduler %s could not start another machine: it has %d of at most %d (max-machines), so tasks wait"
                            .formatted(config.name(), alive, config.maxMachines()),
                    failure);
        }
    }
}
