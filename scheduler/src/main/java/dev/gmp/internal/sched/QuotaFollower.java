package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.DefaultProcs;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of processors to what the container's CPU quota allows, when nobody chose a number (Go 1.25:
 * sysmonUpdateGOMAXPROCS). Ends when somebody does.
 */
final class QuotaFollower {

    private static final System.Logger LOG = System.getLogger(QuotaFollower.class.getName());

    private final SchedulerConfig config;
    private final Resizing resizing;
    private volatile @Nullable DefaultProcs source;
    private volatile double quota = Double.POSITIVE_INFINITY;

    /** @param source null when the number was chosen */
    QuotaFollower(SchedulerConfig config, Resizing resizing, @Nullable DefaultProcs source) {
        this.config = config;
        this.resizing = resizing;
        this.source = source;
        if (source != null) {
            quota = source.read().limit().cpus();
        }
    }

    boolean isFollowing() {
        return source != null;
    }

    /** Somebody has chosen a number. */
    void end() {
        source = null;
        quota = Double.POSITIVE_INFINITY;
    }

    /** Reads the quota again; by sysmon, about once a second. */
    void look() {
        DefaultProcs following = source;
        if (following == null) {
            return;
        }
        DefaultProcs.Reading reading = following.read();
        quota = reading.limit().cpus();
        int procs = Math.min(reading.procs(), Math.min(SchedulerConfig.MAX_PROCS, config.maxMachines()));
        if (resizing.setProcs(procs)) {
            LOG.log(System.Logger.Level.INFO, "scheduler " + config.name() + " now has " + reading);
        }
    }

    /** The quota in CPUs, if one is followed and there is one. Any thread. */
    OptionalDouble quota() {
        double cpus = quota;
        return Double.isInfinite(cpus) ? OptionalDouble.empty() : OptionalDouble.of(cpus);
    }
}
