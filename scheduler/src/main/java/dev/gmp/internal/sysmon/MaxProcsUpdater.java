package dev.gmp.internal.sysmon;

import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.internal.sched.ProcResize;
import dev.gmp.internal.util.DetachedLog;
import dev.gmp.internal.util.SafeLog;
import dev.gmp.internal.util.SpinLock;
import java.lang.System.Logger.Level;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of processors to what the container's CPU quota allows, unless a number was chosen (Go 1.25:
 * sysmonUpdateGOMAXPROCS). Ends when one is chosen, and begins again when the default is asked for.
 *
 * <p>Numbers are set under this object's lock, so that one that was read before a choice does not overwrite it.
 */
public final class MaxProcsUpdater {

    private static final DetachedLog LOG = new DetachedLog(MaxProcsUpdater.class, Level.INFO);

    private static final SafeLog UNREADABLE = SafeLog.detached(
            MaxProcsUpdater.class,
            Level.WARNING,
            "the CPUs and their quota cannot be read, so the number of processors stays as it is");

    private static final String CHOSEN = "chosen";

    private final SchedulerConfig config;
    private final ProcResize procResize;
    private volatile @Nullable DefaultProcs source;
    private volatile double quota = Double.POSITIVE_INFINITY;
    private volatile String reason = CHOSEN;

    /** Guards what is decided, not the reading, which may take long. Sysmon takes it (LOCK-1, in {@link dev.gmp.internal.sched.MachinePool}). */
    private final SpinLock decision = new SpinLock();

    private volatile boolean isUnreadable;

    /** @param source null when the number was chosen */
    public MaxProcsUpdater(SchedulerConfig config, ProcResize procResize, @Nullable DefaultProcs source) {
        this.config = config;
        this.procResize = procResize;
        this.source = source;
        if (source != null) {
            DefaultProcs.Reading reading = source.read();
            quota = reading.limit().cpus();
            reason = reading.reason();
        }
    }

    /** Where the number comes from, in words. Any thread. */
    public String reason() {
        return reason;
    }

    public boolean isFollowing() {
        return source != null;
    }

    /** A number was chosen (Go: the call {@code runtime.GOMAXPROCS(n)}). */
    public void choose(int procs) {
        decision.lock();
        try {
            source = null;
            quota = Double.POSITIVE_INFINITY;
            reason = CHOSEN;
            procResize.setProcs(procs);
        } finally {
            decision.unlock();
        }
        procResize.wakeForNewOnes();
    }

    /** Follows what {@code defaults} reads, from now on (Go: {@code runtime.SetDefaultGOMAXPROCS}). */
    public void follow(DefaultProcs defaults) {
        DefaultProcs.Reading reading = tryRead(defaults); // before sysmon does, too
        source = defaults;
        if (reading != null) {
            apply(defaults, reading);
        }
    }

    /** Reads the quota again; by sysmon, about once a second. What cannot be read leaves the number as it is, and is logged once. */
    public void tick() {
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
            procResize.wakeForNewOnes();
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
            return procResize.setProcs(procs);
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
    public OptionalDouble quota() {
        double cpus = quota;
        return Double.isInfinite(cpus) ? OptionalDouble.empty() : OptionalDouble.of(cpus);
    }
}
