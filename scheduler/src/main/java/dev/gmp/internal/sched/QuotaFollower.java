package dev.gmp.internal.sched;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.SpinLock;
import java.lang.System.Logger.Level;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of processors to what the container's CPU quota allows, when nobody chose a number (Go 1.25:
 * sysmonUpdateGOMAXPROCS). Ends when somebody does, and begins again when somebody asks for the default.
 *
 * <p>Numbers are set under this object's lock, so that one that was read before a choice does not overwrite it.
 */
final class QuotaFollower {

    private static final DetachedLog LOG = new DetachedLog(QuotaFollower.class, Level.INFO);

    private static final SafeLog UNREADABLE = SafeLog.detached(
            QuotaFollower.class,
            Level.WARNING,
            "the CPUs and their quota cannot be read; the number of processors stays");

    private static final String CHOSEN = "chosen";

    private final SchedulerConfig config;
    private final Resizing resizing;
    private volatile @Nullable DefaultProcs source;
    private volatile double quota = Double.POSITIVE_INFINITY;
    private volatile String reason = CHOSEN;

    /** Guards what is decided, not the reading, which may take long. Sysmon takes it (LOCK-1, in {@link MachinePool}). */
    private final SpinLock decision = new SpinLock();

    private volatile boolean isUnreadable;

    /** @param source null when the number was chosen */
    QuotaFollower(SchedulerConfig config, Resizing resizing, @Nullable DefaultProcs source) {
        this.config = config;
        this.resizing = resizing;
        this.source = source;
        if (source != null) {
            DefaultProcs.Reading reading = source.read();
            quota = reading.limit().cpus();
            reason = reading.reason();
        }
    }

    /** Where the number comes from, in words. Any thread. */
    String reason() {
        return reason;
    }

    boolean isFollowing() {
        return source != null;
    }

    /** Somebody has chosen a number (Go: the call {@code runtime.GOMAXPROCS(n)}). */
    void choose(int procs) {
        decision.lock();
        try {
            source = null;
            quota = Double.POSITIVE_INFINITY;
            reason = CHOSEN;
            resizing.setProcs(procs);
        } finally {
            decision.unlock();
        }
        resizing.wakeForNewOnes();
    }

    /** Follows what {@code defaults} reads, from now on (Go: {@code runtime.SetDefaultGOMAXPROCS}). */
    void follow(DefaultProcs defaults) {
        DefaultProcs.Reading reading = tryRead(defaults); // before sysmon does, too
        source = defaults;
        if (reading != null) {
            apply(defaults, reading);
        }
    }

    /** Reads the quota again; by sysmon, about once a second. What cannot be read leaves the number as it is, and is logged once. */
    void look() {
        DefaultProcs following = source;
        DefaultProcs.Reading reading = following == null ? null : tryRead(following);
        if (following != null && reading != null) {
            apply(following, reading);
        }
    }

    private void apply(DefaultProcs following, DefaultProcs.Reading reading) {
        int most = Math.min(SchedulerConfig.MAX_PROCS, config.maxMachines());
        int procs = Math.min(reading.procs(), most);
        if (decide(following, reading, procs)) {
            resizing.wakeForNewOnes();
            LOG.log("scheduler %s now has %d %s: %s%s"
                    .formatted(
                            config.name(),
                            procs,
                            procs == 1 ? "processor" : "processors",
                            reading.reason(),
                            procs == reading.procs() ? "" : ", at most " + most + " allowed"));
        }
    }

    /** @return whether the number has changed; not where something else is followed by now, or a number was chosen */
    private boolean decide(DefaultProcs followed, DefaultProcs.Reading reading, int procs) {
        decision.lock();
        try {
            if (source != followed) {
                return false;
            }
            quota = reading.limit().cpus();
            reason = reading.reason();
            return resizing.setProcs(procs);
        } finally {
            decision.unlock();
        }
    }

    private DefaultProcs.@Nullable Reading tryRead(DefaultProcs following) {
        try {
            DefaultProcs.Reading reading = following.read();
            isUnreadable = false;
            return reading;
        } catch (Throwable failure) {
            if (!isUnreadable) {
                isUnreadable = true;
                UNREADABLE.log(failure);
            }
            return null;
        }
    }

    /** The quota in CPUs, if one is followed and there is one. Any thread. */
    OptionalDouble quota() {
        double cpus = quota;
        return Double.isInfinite(cpus) ? OptionalDouble.empty() : OptionalDouble.of(cpus);
    }
}
