package dev.gmp;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.sched.CpuReadings;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a scheduler; {@link #build} validates them. Not thread-safe. */
public final class SchedulerBuilder {

    private String name = "default";
    private @Nullable Integer maxProcs;
    private int minProcs = ProcsRule.GO_MINIMUM;
    private GoroutineMode goroutines = GoroutineMode.AUTO;
    private Discipline discipline = Discipline.GO;
    private Duration timeSlice = Duration.ofMillis(10);
    private int maxMachines = 10_000;
    private Duration machineKeepAlive = Duration.ofSeconds(60);
    private int queueCapacity = SchedulerConfig.UNBOUNDED;
    private int idleQueueCapacity = 10_000;
    private RejectionPolicy rejectionPolicy = RejectionPolicy.ABORT;
    private Duration schedtraceInterval = Duration.ZERO;
    private boolean goroutineTimes;
    private int overtimeNice;
    private boolean cpuPacing = true;
    private Duration stallAfter = Duration.ofSeconds(10);
    private @Nullable ClassLoader contextClassLoader;

    SchedulerBuilder() {}

    /** Default: {@code default}. */
    public SchedulerBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * Default: as many as the process may use CPUs, and no more than the container's CPU quota rounded up. That is
     * read again every second, and the number follows it; a number given here stays.
     */
    public SchedulerBuilder maxProcs(int value) {
        maxProcs = value;
        return this;
    }

    /**
     * How far a CPU quota may lower the number of processors. Default: 2, as in Go, so that one busy goroutine does
     * not hold up all others; 1 to {@link SchedulerConfig#MAX_PROCS}. Without meaning beside {@link #maxProcs}, until
     * {@link GmpScheduler#setDefaultMaxProcs}.
     */
    public SchedulerBuilder minProcs(int value) {
        minProcs = value;
        return this;
    }

    /** Default: {@link GoroutineMode#AUTO}. */
    public SchedulerBuilder goroutines(GoroutineMode value) {
        goroutines = Objects.requireNonNull(value, "goroutines");
        return this;
    }

    /** Default: {@link Discipline#GO}. */
    public SchedulerBuilder discipline(Discipline value) {
        discipline = Objects.requireNonNull(value, "discipline");
        return this;
    }

    /** Default: 10 ms (Go: forcePreemptNS). */
    public SchedulerBuilder timeSlice(Duration value) {
        timeSlice = Objects.requireNonNull(value, "timeSlice");
        return this;
    }

    /** Default: 10,000 (Go: SetMaxThreads). */
    public SchedulerBuilder maxMachines(int value) {
        maxMachines = value;
        return this;
    }

    /** Default: 60 seconds. */
    public SchedulerBuilder machineKeepAlive(Duration value) {
        machineKeepAlive = Objects.requireNonNull(value, "machineKeepAlive");
        return this;
    }

    /** Default: {@link SchedulerConfig#UNBOUNDED}. */
    public SchedulerBuilder queueCapacity(int value) {
        queueCapacity = value;
        return this;
    }

    /** Default: 10,000. */
    public SchedulerBuilder idleQueueCapacity(int value) {
        idleQueueCapacity = value;
        return this;
    }

    /** Default: {@link RejectionPolicy#ABORT}. */
    public SchedulerBuilder rejectionPolicy(RejectionPolicy value) {
        rejectionPolicy = Objects.requireNonNull(value, "rejectionPolicy");
        return this;
    }

    /** Default: zero, never. The line goes to the system logger {@code dev.gmp.schedtrace} at level INFO. */
    public SchedulerBuilder schedtraceInterval(Duration value) {
        schedtraceInterval = Objects.requireNonNull(value, "schedtraceInterval");
        return this;
    }

    /**
     * Whether each virtual goroutine's time in each status is clocked, for {@link Goroutines#current}. Default: no, for
     * it takes three readings of the clock for each turn on a thread, and 88 bytes a goroutine. The sums over all
     * goroutines, in the snapshot, are there in any case.
     */
    public SchedulerBuilder goroutineTimes(boolean value) {
        goroutineTimes = value;
        return this;
    }

    /**
     * How long goroutines may wait while none is taken up, until the scheduler counts as stalled, in its snapshot and
     * with a warning in the log. Looked at about once a second. Default: 10 seconds; zero for never.
     */
    public SchedulerBuilder stallAfter(Duration value) {
        stallAfter = Objects.requireNonNull(value, "stallAfter");
        return this;
    }

    /**
     * By how much the kernel's nice value of a thread rises while its goroutine computes without a processor, having used up
     * its slice and not given way: 0 to 19. Threads that run other goroutines then get a CPU before it. 20 gives it the policy
     * {@code SCHED_IDLE}, which lets any other thread have its CPU at once; 340 goroutines for each processor may compute so,
     * instead of 16. Under a CPU quota that {@link #cpuPacing} heeds, they share as many CPUs as it is worth. Default: 0, not at
     * all, since a thread that such a goroutine starts inherits that for good. Takes effect on Linux, on JDK 22 and later, where
     * native access was granted by {@code --enable-native-access=ALL-UNNAMED} or the manifest of the executable jar; otherwise
     * the log says what is missing.
     */
    public SchedulerBuilder overtimeNice(int value) {
        overtimeNice = value;
        return this;
    }

    /**
     * Whether processors pause for some milliseconds between two goroutines when the container's CPU quota would not last.
     * Otherwise the kernel stops all threads of the container for tens of milliseconds, those of the garbage collector and of
     * the web server too. Default: yes, where there is a quota and its use can be read.
     */
    public SchedulerBuilder cpuPacing(boolean value) {
        cpuPacing = value;
        return this;
    }

    /**
     * What tasks find as the context class loader of their threads; threads of {@link GmpScheduler#threadFactory} have that of
     * whoever makes them. Held until the scheduler has terminated. Default, and for null: the loader of this class, so that a
     * scheduler that several applications share keeps none of them alive.
     */
    public SchedulerBuilder contextClassLoader(@Nullable ClassLoader value) {
        contextClassLoader = value;
        return this;
    }

    /**
     * @throws InvalidSettingException if a setting is out of its range; the message names it, its value and the range
     * @throws VirtualGoroutinesUnavailableException if virtual goroutines are asked for by name and this JVM cannot
     *     make them; the message says what to add
     */
    public GmpScheduler build() {
        if (minProcs < 1 || minProcs > SchedulerConfig.MAX_PROCS) {
            throw new InvalidSettingException("min-procs", minProcs, "between 1 and " + SchedulerConfig.MAX_PROCS);
        }
        ProcsRule procsRule = new ProcsRule(minProcs);
        DefaultProcs defaultProcs = maxProcs == null ? CpuReadings.defaultProcs(procsRule) : null;
        int procs = maxProcs != null ? maxProcs : defaultProcs(defaultProcs);
        SchedulerConfig config = new SchedulerConfig(
                name,
                procs,
                goroutines,
                discipline,
                timeSlice,
                maxMachines,
                machineKeepAlive,
                queueCapacity,
                idleQueueCapacity,
                rejectionPolicy,
                schedtraceInterval,
                goroutineTimes,
                stallAfter,
                overtimeNice,
                cpuPacing);
        return new GmpScheduler(config, procsRule, defaultProcs, contextClassLoader);
    }

    private int defaultProcs(@Nullable DefaultProcs source) {
        int procs = source == null ? 1 : source.read().procs();
        return Math.min(procs, Math.min(SchedulerConfig.MAX_PROCS, Math.max(1, maxMachines)));
    }
}
