package dev.gmp.config;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * The settings of one scheduler, valid once constructed.
 *
 * @param name names threads, meters and log lines; not blank, without control characters
 * @param maxProcs processors, so the number of goroutines that run at once (Go: GOMAXPROCS); 1 to {@value #MAX_PROCS}
 * @param goroutines what a task runs on
 * @param discipline the order of each processor's own queue
 * @param timeSlice how long a goroutine may run before it is asked to give way; 100 microseconds to 10 seconds
 * @param maxMachines the most threads that may exist at once (Go: debug.SetMaxThreads); {@code maxProcs} to 1,000,000
 * @param machineKeepAlive how long a thread without work is kept; 1 millisecond to 365 days
 * @param queueCapacity the most tasks that may wait for their first run; 1 or more, empty without a limit
 * @param idleQueueCapacity the most idle-priority tasks that may wait; 1 or more
 * @param rejectionPolicy what happens beyond {@code queueCapacity}
 * @param schedtraceInterval how often a schedtrace line is logged; zero for never, else 10 milliseconds to 365 days
 * @param goroutineTimes whether each virtual goroutine's running and waiting is clocked
 * @param stallAfter how long goroutines may wait while none is taken up, until the scheduler counts as stalled. Zero for
 *     never, else 1 second to 365 days
 * @param overtimePolicy what happens to a thread's kernel priority while its goroutine computes without a processor
 * @param overtimeNice by how much the nice value of such a thread rises where the policy lowers its priority; 1 to 19
 * @param cpuPacing whether processors pause for milliseconds when the container's CPU quota would not last
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
        boolean cpuPacing) {

    /** Go: the largest GOMAXPROCS that tests of its scheduler use; the bound on per-processor memory here. */
    public static final int MAX_PROCS = 1024;

    private static final int MAX_NICE = 19;
    private static final int MAX_MACHINES = 1_000_000;
    private static final Duration SHORTEST_SLICE = Duration.ofNanos(100_000);
    private static final Duration LONGEST_SLICE = Duration.ofSeconds(10);
    private static final Duration SHORTEST_KEEP_ALIVE = Duration.ofMillis(1);
    private static final Duration LONGEST_KEEP_ALIVE = Duration.ofDays(365);
    private static final Duration SHORTEST_TRACE = Duration.ofMillis(10);
    private static final Duration LONGEST_TRACE = Duration.ofDays(365);
    private static final Duration SHORTEST_STALL = Duration.ofSeconds(1);
    private static final Duration LONGEST_STALL = Duration.ofDays(365);

    public SchedulerConfig {
        InvalidSettingException.requireName(name);
        requireBetween("max-procs", maxProcs, 1, MAX_PROCS);
        requireBetween("time-slice", timeSlice, SHORTEST_SLICE, LONGEST_SLICE);
        requireBetween("max-machines", maxMachines, maxProcs, MAX_MACHINES);
        requireBetween("machine-keep-alive", machineKeepAlive, SHORTEST_KEEP_ALIVE, LONGEST_KEEP_ALIVE);
        queueCapacity.ifPresent(capacity -> requirePositive("queue-capacity", capacity));
        requirePositive("idle-queue-capacity", idleQueueCapacity);
        require(
                schedtraceInterval.isZero() || isBetween(schedtraceInterval, SHORTEST_TRACE, LONGEST_TRACE),
                "schedtrace-interval",
                schedtraceInterval,
                "0 (off) or at least " + SHORTEST_TRACE.toMillis() + " ms and at most " + LONGEST_TRACE.toDays()
                        + " days");
        require(
                stallAfter.isZero() || isBetween(stallAfter, SHORTEST_STALL, LONGEST_STALL),
                "stall-after",
                stallAfter,
                "0 (off) or at least " + SHORTEST_STALL.toSeconds() + " s and at most " + LONGEST_STALL.toDays()
                        + " days");
        requireBetween("overtime-nice", overtimeNice, 1, MAX_NICE);
    }

    /**
     * The same settings with another number of processors.
     *
     * @param procs 1 to {@value #MAX_PROCS}, and not more than {@code maxMachines}
     * @throws InvalidSettingException if it is out of range
     */
    public SchedulerConfig withMaxProcs(int procs) {
        requireBetween("max-procs", procs, 1, Math.min(MAX_PROCS, maxMachines));
        return new SchedulerConfig(
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
    }

    /** Whether there is a {@code queueCapacity}. */
    public boolean bounded() {
        return queueCapacity.isPresent();
    }

    private static void requirePositive(String setting, int value) {
        require(value >= 1, setting, value, "at least 1");
    }

    private static void requireBetween(String setting, int value, int least, int most) {
        require(value >= least && value <= most, setting, value, "between " + least + " and " + most);
    }

    private static void requireBetween(String setting, Duration value, Duration least, Duration most) {
        require(isBetween(value, least, most), setting, value, "between " + least + " and " + most);
    }

    private static boolean isBetween(Duration value, Duration least, Duration most) {
        return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    private static void require(boolean valid, String setting, Object value, String range) {
        if (!valid) {
            throw new InvalidSettingException(setting, value, range);
        }
    }
}
