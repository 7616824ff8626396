package dev.gmp;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.quota.CgroupReadings;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a scheduler. Each setter takes the value as it is, but for null; {@link #build} validates it and
 * throws {@link InvalidSettingException} where it is out of its range. Not thread-safe.
 *
 * @since 0.1
 */
public final class SchedulerBuilder {

    private String name = "default";
    private @Nullable Integer maxProcs;
    private int minProcs = ProcsRule.GO_MINIMUM;
    private GoroutineMode goroutines = GoroutineMode.AUTO;
    private Discipline discipline = Discipline.GO;
    private Duration timeSlice = Duration.ofMillis(10);
    private int maxMachines = 10_000;
    private Duration machineKeepAlive = Duration.ofSeconds(60);
    private OptionalInt queueCapacity = OptionalInt.empty();
    private int idleQueueCapacity = 10_000;
    private RejectionPolicy rejectionPolicy = RejectionPolicy.ABORT;
    private Duration schedtraceInterval = Duration.ZERO;
    private boolean goroutineTimes;
    private OvertimePolicy overtimePolicy = OvertimePolicy.KEEP_PRIORITY;
    private int overtimeNice = 10;
    private boolean cpuPacing = true;
    private Duration stallAfter = Duration.ofSeconds(10);
    private @Nullable ClassLoader contextClassLoader;

    SchedulerBuilder() {}

    /**
     * Names threads, meters and log lines. Default: {@code default}.
     *
     * @param value not blank, without control characters; {@link #build} refuses others
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * The number of processors, so of goroutines that run at once (Go: GOMAXPROCS). A number given here stays.
     *
     * <p>Default: the number of CPUs that the process may use, and no more than the container's CPU quota rounded up. Both are
     * read again every second, and the number follows them.
     *
     * @param value 1 to {@link SchedulerConfig#MAX_PROCS}, and not more than {@link #maxMachines}; {@link #build} refuses others
     */
    public SchedulerBuilder maxProcs(int value) {
        maxProcs = value;
        return this;
    }

    /**
     * How far a CPU quota may lower the number of processors. Default: 2, as in Go, so that one busy goroutine does not hold up
     * all others. Without meaning beside {@link #maxProcs}, until {@link GmpScheduler#setDefaultMaxProcs}.
     *
     * @param value 1 to {@link SchedulerConfig#MAX_PROCS}; {@link #build} refuses others
     */
    public SchedulerBuilder minProcs(int value) {
        minProcs = value;
        return this;
    }

    /**
     * What a task given to {@link GmpScheduler#execute} runs on. Default: {@link GoroutineMode#AUTO}.
     *
     * @param value where it is {@link GoroutineMode#VIRTUAL}, {@link #build} fails on a JVM that cannot make virtual goroutines
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder goroutines(GoroutineMode value) {
        goroutines = Objects.requireNonNull(value, "goroutines");
        return this;
    }

    /**
     * In which order a processor takes the goroutines of its own queue. Default: {@link Discipline#GO}.
     *
     * @throws NullPointerException if the value is null
     */
    public SchedulerBuilder discipline(Discipline value) {
        discipline = Objects.requireNonNull(value, "discipline");
        return this;
    }

    /**
     * How long a goroutine may run before it is asked to give way (Go: forcePreemptNS). Default: 10 milliseconds.
     *
     * @param value 100 microseconds to 10 seconds; {@link #build} refuses others
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder timeSlice(Duration value) {
        timeSlice = Objects.requireNonNull(value, "timeSlice");
        return this;
    }

    /**
     * The most threads that the scheduler may have at once (Go: SetMaxThreads). Default: 10,000. When all of them are in use,
     * tasks wait for one.
     *
     * @param value the number of processors to 1,000,000; {@link #build} refuses others
     */
    public SchedulerBuilder maxMachines(int value) {
        maxMachines = value;
        return this;
    }

    /**
     * How long a thread without work is kept. Default: 60 seconds.
     *
     * @param value 1 millisecond to 365 days; {@link #build} refuses others
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder machineKeepAlive(Duration value) {
        machineKeepAlive = Objects.requireNonNull(value, "machineKeepAlive");
        return this;
    }

    /**
     * The most tasks that may wait for their first run. Default: no limit. What happens to further ones is the
     * {@link #rejectionPolicy}.
     *
     * @param value 1 or more; {@link #build} refuses others
     */
    public SchedulerBuilder queueCapacity(int value) {
        queueCapacity = OptionalInt.of(value);
        return this;
    }

    /**
     * The most tasks of {@link GmpScheduler#executeIdle} that may wait; further ones are rejected. Default: 10,000.
     *
     * @param value 1 or more; {@link #build} refuses others
     */
    public SchedulerBuilder idleQueueCapacity(int value) {
        idleQueueCapacity = value;
        return this;
    }

    /**
     * What happens to a task beyond the {@link #queueCapacity}. Default: {@link RejectionPolicy#ABORT}.
     *
     * @throws NullPointerException if the value is null
     */
    public SchedulerBuilder rejectionPolicy(RejectionPolicy value) {
        rejectionPolicy = Objects.requireNonNull(value, "rejectionPolicy");
        return this;
    }

    /**
     * How often a line about the scheduler's state is logged (Go: {@code GODEBUG=schedtrace}). It goes to the system logger
     * {@code dev.gmp.schedtrace} at level INFO. Default: zero, never.
     *
     * @param value zero, or 10 milliseconds to 365 days; {@link #build} refuses others
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder schedtraceInterval(Duration value) {
        schedtraceInterval = Objects.requireNonNull(value, "schedtraceInterval");
        return this;
    }

    /**
     * Whether each virtual goroutine's time in each status is clocked, for {@link Goroutines#current}. Default: no.
     *
     * <p>It takes three readings of the clock for each turn on a thread, and 88 bytes a goroutine. The sums over all goroutines,
     * in the snapshot, are there in any case.
     */
    public SchedulerBuilder goroutineTimes(boolean value) {
        goroutineTimes = value;
        return this;
    }

    /**
     * How long goroutines may wait while none is taken up, until the scheduler counts as stalled. Its snapshot then says so, and a
     * warning in the log. It is checked about once a second. Default: 10 seconds.
     *
     * @param value zero for never, or 1 second to 365 days; {@link #build} refuses others
     * @throws NullPointerException if it is null
     */
    public SchedulerBuilder stallAfter(Duration value) {
        stallAfter = Objects.requireNonNull(value, "stallAfter");
        return this;
    }

    /**
     * What happens to the kernel priority of a thread while its goroutine computes without a processor. Such a goroutine has
     * used up its slice and has not given way. With {@link OvertimePolicy#LOWER_PRIORITY}, threads that run other goroutines
     * get a CPU before it. Default: {@link OvertimePolicy#KEEP_PRIORITY}.
     *
     * <p>Under a CPU quota that {@link #cpuPacing} heeds, such goroutines share as many CPUs as it is worth, drawn by lot. From
     * Linux 6.12 on the monitor's thread gets a short kernel slice, so that it interrupts threads that compute.
     *
     * <p>It takes effect on Linux, on JDK 22 and later, where native access is granted: by {@code
     * --enable-native-access=ALL-UNNAMED}, or by the manifest of the executable jar. Otherwise the log says what is missing.
     *
     * @throws NullPointerException if the value is null
     * @since 0.2
     */
    public SchedulerBuilder overtimePolicy(OvertimePolicy value) {
        overtimePolicy = Objects.requireNonNull(value, "overtimePolicy");
        return this;
    }

    /**
     * By how much the nice value of a thread rises with {@link OvertimePolicy#LOWER_PRIORITY}. Default: 10.
     *
     * @param value 1 to 19; {@link #build} refuses others
     */
    public SchedulerBuilder overtimeNice(int value) {
        overtimeNice = value;
        return this;
    }

    /**
     * Whether processors pause for some milliseconds between two goroutines when the container's CPU quota would not last.
     * Otherwise the kernel stops all threads of the container for tens of milliseconds, those of the garbage collector and of the
     * web server too. Default: yes, where there is a quota and its use can be read.
     */
    public SchedulerBuilder cpuPacing(boolean value) {
        cpuPacing = value;
        return this;
    }

    /**
     * What tasks find as the context class loader of their threads; threads of {@link GmpScheduler#threadFactory} have that of the
     * thread that makes them. The loader is held until the scheduler has terminated.
     *
     * @param value null for the default, the loader of this class: so a scheduler that several applications share keeps none of
     *     them alive
     */
    public SchedulerBuilder contextClassLoader(@Nullable ClassLoader value) {
        contextClassLoader = value;
        return this;
    }

    /**
     * Makes a scheduler with these settings. It has no thread until its first task, except for one if a {@link
     * #schedtraceInterval} is set.
     *
     * @throws InvalidSettingException if a setting is out of its range; the message names it, its value and the range
     * @throws VirtualGoroutinesUnavailableException if virtual goroutines are asked for by name and this JVM cannot
     *     make them; the message says what to add
     */
    public GmpScheduler build() {
        if (minProcs < 1 || minProcs > SchedulerConfig.MAX_PROCS) {
            throw new InvalidSettingException("min-procs", minProcs, "between 1 and " + SchedulerConfig.MAX_PROCS);
        }
        ProcsRule procsRule = new ProcsRule(minProcs);
        DefaultProcs defaultProcs = maxProcs == null ? CgroupReadings.defaultProcs(procsRule) : null;
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
                overtimePolicy,
                overtimeNice,
                cpuPacing);
        return new GmpScheduler(config, procsRule, defaultProcs, contextClassLoader);
    }

    private int defaultProcs(@Nullable DefaultProcs source) {
        int procs = source == null ? 1 : source.read().procs();
        return Math.min(procs, Math.min(SchedulerConfig.MAX_PROCS, Math.max(1, maxMachines)));
    }
}
