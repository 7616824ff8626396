package dev.gmp;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.LeakWatchConfig;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.config.SchedulerConfig;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import dev.gmp.config.cpu.DefaultProcs;
import dev.gmp.config.cpu.ProcsRule;
import dev.gmp.internal.quota.CgroupReadings;
import dev.gmp.observe.trace.FlightRecorder;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link GmpScheduler}. The setters do not check ranges: {@link #build} throws {@link InvalidSettingException}
 * for a value out of its range. A setter throws {@link NullPointerException} for null, unless it says otherwise. Not
 * thread-safe.
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
    private boolean recorder = FlightRecorder.ENABLED_BY_DEFAULT;
    private long recorderBytes = FlightRecorder.DEFAULT_BYTES;
    private boolean taskKinds = true;
    private Duration stallAfter = Duration.ofSeconds(10);
    private boolean leakWatch = LeakWatchConfig.DEFAULT.enabled();
    private Duration leakInterval = LeakWatchConfig.DEFAULT.interval();
    private Duration leakThreshold = LeakWatchConfig.DEFAULT.threshold();
    private @Nullable ClassLoader contextClassLoader;

    SchedulerBuilder() {}

    /**
     * The name in thread names, meters and log lines. Default: {@code default}.
     *
     * @param value not blank, without control characters
     */
    public SchedulerBuilder name(String value) {
        name = Objects.requireNonNull(value, "name");
        return this;
    }

    /**
     * The number of processors: at most this many goroutines run at once (Go: GOMAXPROCS). A number set here stays
     * fixed.
     *
     * <p>Default: the number of CPUs that the process may use, and at most the container's CPU quota rounded up. Both
     * are read again every second, and the number follows them.
     *
     * @param value 1 to {@link SchedulerConfig#MAX_PROCS}, and at most {@link #maxMachines}
     */
    public SchedulerBuilder maxProcs(int value) {
        maxProcs = value;
        return this;
    }

    /**
     * The least number of processors that a CPU quota leads to. Default: 2, as in Go, so that one busy goroutine does
     * not hold up all others. It counts only where {@link #maxProcs} is not set, or after {@link
     * GmpScheduler#setDefaultMaxProcs}.
     *
     * @param value 1 to {@link SchedulerConfig#MAX_PROCS}
     */
    public SchedulerBuilder minProcs(int value) {
        minProcs = value;
        return this;
    }

    /**
     * The goroutines that tasks of {@link GmpScheduler#execute} run on. Default: {@link GoroutineMode#AUTO}.
     *
     * @param value with {@link GoroutineMode#VIRTUAL}, {@link #build} fails on a JVM that cannot make virtual
     *     goroutines
     */
    public SchedulerBuilder goroutines(GoroutineMode value) {
        goroutines = Objects.requireNonNull(value, "goroutines");
        return this;
    }

    /** The order in which a processor takes goroutines from its own queue. Default: {@link Discipline#GO}. */
    public SchedulerBuilder discipline(Discipline value) {
        discipline = Objects.requireNonNull(value, "discipline");
        return this;
    }

    /**
     * The time slice: how long a goroutine may run before it is asked to give way (Go: forcePreemptNS). Default: 10
     * milliseconds.
     *
     * @param value 100 microseconds to 10 seconds
     */
    public SchedulerBuilder timeSlice(Duration value) {
        timeSlice = Objects.requireNonNull(value, "timeSlice");
        return this;
    }

    /**
     * The largest number of worker threads (machines) at once (Go: SetMaxThreads). Default: 10,000. When all are in
     * use, tasks wait for one.
     *
     * @param value the number of processors to 1,000,000
     */
    public SchedulerBuilder maxMachines(int value) {
        maxMachines = value;
        return this;
    }

    /**
     * How long a worker thread without work is kept. Default: 60 seconds.
     *
     * @param value 1 millisecond to 365 days
     */
    public SchedulerBuilder machineKeepAlive(Duration value) {
        machineKeepAlive = Objects.requireNonNull(value, "machineKeepAlive");
        return this;
    }

    /**
     * The largest number of tasks that wait for their first run. Default: no limit. {@link #rejectionPolicy} decides
     * about further tasks.
     *
     * @param value 1 or more
     */
    public SchedulerBuilder queueCapacity(int value) {
        queueCapacity = OptionalInt.of(value);
        return this;
    }

    /**
     * The largest number of waiting tasks of {@link GmpScheduler#executeIdle}; further ones are rejected. Default:
     * 10,000.
     *
     * @param value 1 or more
     */
    public SchedulerBuilder idleQueueCapacity(int value) {
        idleQueueCapacity = value;
        return this;
    }

    /** What happens to a task beyond the {@link #queueCapacity}. Default: {@link RejectionPolicy#ABORT}. */
    public SchedulerBuilder rejectionPolicy(RejectionPolicy value) {
        rejectionPolicy = Objects.requireNonNull(value, "rejectionPolicy");
        return this;
    }

    /**
     * The interval of log lines about the scheduler's state (Go: {@code GODEBUG=schedtrace}). They go to the system
     * logger {@code dev.gmp.schedtrace} at level INFO. Default: zero, no lines.
     *
     * @param value zero, or 10 milliseconds to 365 days
     */
    public SchedulerBuilder schedtraceInterval(Duration value) {
        schedtraceInterval = Objects.requireNonNull(value, "schedtraceInterval");
        return this;
    }

    /**
     * Whether the time that each virtual goroutine spends in each status is measured, for {@link Goroutines#current}.
     * Default: false.
     *
     * <p>It costs three readings of the clock for each run on a worker thread, and 88 bytes for each goroutine. The
     * snapshot has the sums over all goroutines in any case.
     */
    public SchedulerBuilder goroutineTimes(boolean value) {
        goroutineTimes = value;
        return this;
    }

    /**
     * How long goroutines wait while none begins to run, until the scheduler counts as stalled. Then {@link
     * GmpScheduler#snapshot} says so, and the log gets a warning. Checked about once a second. Default: 10 seconds.
     *
     * @param value zero for never, or 1 second to 365 days
     */
    public SchedulerBuilder stallAfter(Duration value) {
        stallAfter = Objects.requireNonNull(value, "stallAfter");
        return this;
    }

    /**
     * The kernel priority of a worker thread in overtime: its goroutine has used up its time slice, has not given way,
     * and computes on without a processor. With {@link OvertimePolicy#LOWER_PRIORITY}, threads that run other
     * goroutines get a CPU first. Default: {@link OvertimePolicy#KEEP_PRIORITY}.
     *
     * <p>Under a CPU quota with {@link #cpuPacing}, goroutines in overtime share as many CPUs as the quota is worth,
     * drawn by lot. From Linux 6.12 on the monitor's thread gets a short kernel slice, so that it interrupts threads
     * that compute.
     *
     * <p>It takes effect on Linux, on JDK 22 and later, where native access is granted: by {@code
     * --enable-native-access=ALL-UNNAMED}, or by the manifest of the executable jar. Otherwise the log says what is
     * missing.
     *
     * @since 0.2
     */
    public SchedulerBuilder overtimePolicy(OvertimePolicy value) {
        overtimePolicy = Objects.requireNonNull(value, "overtimePolicy");
        return this;
    }

    /**
     * The increase of a thread's nice value with {@link OvertimePolicy#LOWER_PRIORITY}. With {@link
     * OvertimePolicy#KEEP_PRIORITY} it has no effect. Default: 10.
     *
     * @param value 1 to 19
     */
    public SchedulerBuilder overtimeNice(int value) {
        overtimeNice = value;
        return this;
    }

    /**
     * Whether processors pause for milliseconds between two goroutines when the container's CPU quota would not last.
     * Without such pauses the kernel stops all threads of the container for tens of milliseconds, those of the garbage
     * collector too. Default: true. It takes effect where there is a quota and its use can be read.
     */
    public SchedulerBuilder cpuPacing(boolean value) {
        cpuPacing = value;
        return this;
    }

    /**
     * Whether the scheduler keeps its last events, for {@link GmpScheduler#recorder}. Default: {@value
     * FlightRecorder#ENABLED_BY_DEFAULT}.
     *
     * @since 0.2.0
     */
    public SchedulerBuilder recorder(boolean value) {
        recorder = value;
        return this;
    }

    /**
     * The memory of the kept events, in bytes. Each takes 32. Default: {@value FlightRecorder#DEFAULT_BYTES}, which is 4 MB.
     * Without {@link #recorder} it has no effect.
     *
     * @param value {@link FlightRecorder#LEAST_BYTES} to {@link FlightRecorder#MOST_BYTES}
     * @since 0.2.0
     */
    public SchedulerBuilder recorderBytes(long value) {
        recorderBytes = value;
        return this;
    }

    /**
     * Whether {@link GmpScheduler#taskKinds} tells what each kind of task costs. Default: true. It is estimated from the tasks
     * that are timed in any case.
     *
     * @since 0.2.0
     */
    public SchedulerBuilder taskKinds(boolean value) {
        taskKinds = value;
        return this;
    }

    /**
     * Whether the scheduler looks by itself for goroutines that seem to be forgotten, and for those that wait for each other.
     * What it finds is logged once, and stands in {@link GmpScheduler#leakSuspects} and the snapshot. A look takes at most
     * about 200 milliseconds of one CPU, on a thread of its own. Default: true.
     *
     * @since 0.2.0
     */
    public SchedulerBuilder leakWatch(boolean value) {
        leakWatch = value;
        return this;
    }

    /**
     * The time between two looks of the {@link #leakWatch}. Default: 1 minute. A group of goroutines is suspect after it has
     * grown at three looks.
     *
     * @param value 1 second to 1 hour
     * @since 0.2.0
     */
    public SchedulerBuilder leakInterval(Duration value) {
        leakInterval = Objects.requireNonNull(value, "leakInterval");
        return this;
    }

    /**
     * How long the oldest goroutine of a group has waited before the group is suspect. Default: 5 minutes, which is longer than
     * the usual limits of waits for connections, transactions and answers.
     *
     * @param value 1 second to 365 days
     * @since 0.2.0
     */
    public SchedulerBuilder leakThreshold(Duration value) {
        leakThreshold = Objects.requireNonNull(value, "leakThreshold");
        return this;
    }

    /**
     * The context class loader of the threads that run tasks. It is held until the scheduler has terminated. Threads of
     * {@link GmpScheduler#threadFactory} inherit that of the thread that makes them instead.
     *
     * @param value null for the default: the loader of this class, so that a scheduler that several applications share
     *     keeps none of them alive
     */
    public SchedulerBuilder contextClassLoader(@Nullable ClassLoader value) {
        contextClassLoader = value;
        return this;
    }

    /**
     * Builds a scheduler with these settings. It starts its first thread with its first task, or at once if a {@link
     * #schedtraceInterval} is set.
     *
     * @throws InvalidSettingException if a setting is out of its range; the message names the setting, its value and
     *     the range
     * @throws VirtualGoroutinesUnavailableException if {@link #goroutines} is {@link GoroutineMode#VIRTUAL} and this
     *     JVM cannot make virtual goroutines; the message says what to add
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
                cpuPacing,
                recorder,
                recorderBytes,
                taskKinds,
                new LeakWatchConfig(leakWatch, leakInterval, leakThreshold));
        return new GmpScheduler(config, procsRule, defaultProcs, contextClassLoader);
    }

    private int defaultProcs(@Nullable DefaultProcs source) {
        int procs = source == null ? 1 : source.read().procs();
        return Math.min(procs, Math.min(SchedulerConfig.MAX_PROCS, Math.max(1, maxMachines)));
    }
}
