package dev.gmp.config;

import dev.gmp.observe.trace.FlightRecorder;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The settings of one scheduler. An instance is valid: the constructor throws {@link InvalidSettingException} for a
 * value out of its range. {@link dev.gmp.SchedulerBuilder} explains each setting and has the defaults.
 *
 * @param name the name in thread names, meters and log lines; not blank, without control characters
 * @param maxProcs the number of processors (Go: GOMAXPROCS); 1 to {@value #MAX_PROCS}
 * @param goroutines the goroutines that tasks run on
 * @param discipline the order in which a processor takes goroutines from its own queue
 * @param timeSlice how long a goroutine may run before it is asked to give way; 100 microseconds to 10 seconds
 * @param maxMachines the largest number of worker threads (Go: debug.SetMaxThreads); {@code maxProcs} to 1,000,000
 * @param machineKeepAlive how long a worker thread without work is kept; 1 millisecond to 365 days
 * @param queueCapacity the largest number of tasks that wait for their first run; 1 or more, empty for no limit
 * @param idleQueueCapacity the largest number of waiting idle-priority tasks; 1 or more
 * @param rejectionPolicy what happens to a task beyond {@code queueCapacity}
 * @param schedtraceInterval the interval of schedtrace lines in the log; zero for none, else 10 milliseconds to 365
 *     days
 * @param goroutineTimes whether the time that each virtual goroutine spends in each status is measured
 * @param stallAfter how long goroutines wait while none begins to run, until the scheduler counts as stalled; zero for
 *     never, else 1 second to 365 days
 * @param overtimePolicy the kernel priority of a worker thread in overtime
 * @param overtimeNice the increase of such a thread's nice value where the policy lowers its priority, else without
 *     effect; 1 to 19
 * @param cpuPacing whether processors pause for milliseconds when the container's CPU quota would not last
 * @param recorder whether the flight recorder keeps the last events of the scheduler
 * @param recorderBytes the memory of its rings; 64 KB to 256 MB
 * @param taskKinds whether what each kind of task costs is estimated
 * @param leakWatch whether and how often the scheduler looks for leaks and deadlocks
 * @since 0.1
 */
public record SchedulerConfig(
        String name,
        int maxProcs,
        GoroutineMode goroutines,
        Discipline discipline,
        Duration timeSlice,
        int maxMachines,
        Duration machineKeepAlive,
        OptionalInt queueCapacity,
        int idleQueueCapacity,
        RejectionPolicy rejectionPolicy,
        Duration schedtraceInterval,
        boolean goroutineTimes,
        Duration stallAfter,
        OvertimePolicy overtimePolicy,
        int overtimeNice,
        boolean cpuPacing,
        boolean recorder,
        long recorderBytes,
        boolean taskKinds,
        LeakWatchConfig leakWatch) {

    /** The largest number of processors; it bounds the memory that each of them needs. */
    public static final int MAX_PROCS = 1024;

    private static final int MAX_NICE = 19;
    private static final int MAX_MACHINES = 1_000_000;
    private static final Duration SHORTEST_SLICE = Duration.ofNanos(100_000);
    private static final Duration LONGEST_SLICE = Duration.ofSeconds(10);
    private static final Duration SHORTEST_KEEP_ALIVE = Duration.ofMillis(1);
    private static final Duration SHORTEST_TRACE = Duration.ofMillis(10);
    private static final Duration SHORTEST_STALL = Duration.ofSeconds(1);
    private static final Duration YEAR = Duration.ofDays(365);

    /**
     * @throws InvalidSettingException if a value is out of its range
     * @throws NullPointerException if a value is null
     */
    public SchedulerConfig {
        Objects.requireNonNull(goroutines, "goroutines");
        Objects.requireNonNull(discipline, "discipline");
        Objects.requireNonNull(timeSlice, "timeSlice");
        Objects.requireNonNull(machineKeepAlive, "machineKeepAlive");
        Objects.requireNonNull(queueCapacity, "queueCapacity");
        Objects.requireNonNull(rejectionPolicy, "rejectionPolicy");
        Objects.requireNonNull(schedtraceInterval, "schedtraceInterval");
        Objects.requireNonNull(stallAfter, "stallAfter");
        Objects.requireNonNull(overtimePolicy, "overtimePolicy");
        Objects.requireNonNull(leakWatch, "leakWatch");
        InvalidSettingException.requireName(name);
        requireBetween("max-procs", maxProcs, 1, MAX_PROCS);
        requireBetween("time-slice", timeSlice, SHORTEST_SLICE, LONGEST_SLICE);
        requireBetween("max-machines", maxMachines, maxProcs, MAX_MACHINES);
        requireBetween("machine-keep-alive", machineKeepAlive, SHORTEST_KEEP_ALIVE, YEAR);
        queueCapacity.ifPresent(capacity -> requirePositive("queue-capacity", capacity));
        requirePositive("idle-queue-capacity", idleQueueCapacity);
        require(
                schedtraceInterval.isZero() || isBetween(schedtraceInterval, SHORTEST_TRACE, YEAR),
                "schedtrace-interval",
                schedtraceInterval,
                "0 (off) or at least " + SHORTEST_TRACE.toMillis() + " ms and at most " + YEAR.toDays() + " days");
        require(
                stallAfter.isZero() || isBetween(stallAfter, SHORTEST_STALL, YEAR),
                "stall-after",
                stallAfter,
                "0 (off) or at least " + SHORTEST_STALL.toSeconds() + " s and at most " + YEAR.toDays() + " days");
        requireBetween("overtime-nice", overtimeNice, 1, MAX_NICE);
        require(
                isBetween(recorderBytes, FlightRecorder.LEAST_BYTES, FlightRecorder.MOST_BYTES),
                "recorder-bytes",
                recorderBytes,
                "between " + FlightRecorder.LEAST_BYTES + " and " + FlightRecorder.MOST_BYTES + " bytes");
    }

    /** Whether {@code queueCapacity} is set. */
    public boolean bounded() {
        return queueCapacity.isPresent();
    }

    private static void requirePositive(String setting, int value) {
        require(value >= 1, setting, value, "at least 1");
    }

    static <T extends Comparable<T>> void requireBetween(String setting, T value, T least, T most) {
        require(isBetween(value, least, most), setting, value, "between " + least + " and " + most);
    }

    private static <T extends Comparable<T>> boolean isBetween(T value, T least, T most) {
        return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    private static void require(boolean valid, String setting, Object value, String range) {
        if (!valid) {
            throw new InvalidSettingException(setting, value, range);
        }
    }
}
