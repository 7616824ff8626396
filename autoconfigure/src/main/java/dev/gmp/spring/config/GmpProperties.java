package dev.gmp.spring.config;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.OvertimePolicy;
import dev.gmp.config.RejectionPolicy;
import dev.gmp.observe.trace.FlightRecorder;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the application's scheduler. Ranges are checked where the scheduler is built.
 *
 * @param mode When the scheduler becomes the application's task executor and task scheduler.
 * @param maxProcs Number of processors, which is how many tasks run at once. By default, follows the available CPUs and the
 *     CPU quota.
 * @param minProcs Minimum number of processors to which a CPU quota lowers the default. Ignored when max-procs is set.
 * @param goroutines Kind of goroutine on which tasks run.
 * @param discipline Order in which a processor takes the tasks of its own queue.
 * @param timeSlice Time that a task may run before it is asked to give way to others.
 * @param threads Threads of the scheduler.
 * @param queueCapacity Maximum number of tasks that may wait for their first run. When not set, there is no limit.
 * @param idleQueueCapacity Maximum number of idle-priority tasks that may wait. Further ones are rejected.
 * @param rejectionPolicy What happens to a task when the queue has no room for it.
 * @param schedtraceInterval Interval at which a line about the scheduler's state is logged. Nothing is logged when set to 0.
 * @param goroutineTimes Times of each goroutine.
 * @param stallAfter Time after which the scheduler counts as stalled when tasks wait and no task starts. Disabled when set to
 *     0.
 * @param leaks Watch for leaks and deadlocks.
 * @param overtime Tasks that compute beyond their time slice.
 * @param cpuPacing Pauses under a CPU quota.
 * @param recorder Flight recorder.
 * @param taskKinds What each kind of task costs.
 * @param shutdown How the scheduler ends with the application.
 * @param web What of the web server runs on the scheduler.
 * @param schedulers Bulkheads in front of the scheduler and schedulers beside it, by name.
 * @since 0.1
 */
@ConfigurationProperties(GmpProperties.PREFIX)
public record GmpProperties(
        @DefaultValue("auto") Mode mode,
        @Nullable Integer maxProcs,
        @DefaultValue("2") int minProcs,
        @DefaultValue("auto") GoroutineMode goroutines,
        @DefaultValue("go") Discipline discipline,
        @DefaultValue("10ms") Duration timeSlice,
        @DefaultValue Threads threads,
        @Nullable Integer queueCapacity,
        @DefaultValue("10000") int idleQueueCapacity,
        @DefaultValue("abort") RejectionPolicy rejectionPolicy,
        @DefaultValue("0s") Duration schedtraceInterval,
        @DefaultValue GoroutineTimes goroutineTimes,
        @DefaultValue("10s") Duration stallAfter,
        @DefaultValue Leaks leaks,
        @DefaultValue Overtime overtime,
        @DefaultValue CpuPacing cpuPacing,
        @DefaultValue Recorder recorder,
        @DefaultValue TaskKinds taskKinds,
        @DefaultValue Shutdown shutdown,
        @DefaultValue Web web,
        @DefaultValue Map<String, NamedSchedulerProperties> schedulers) {

    public static final String PREFIX = "gmp";

    /** A builder with these settings, which it has not checked yet. */
    public SchedulerBuilder toBuilder() {
        SchedulerBuilder builder = toBuilderWithoutMaxProcs();
        return maxProcs == null ? builder : builder.maxProcs(maxProcs);
    }

    /** The same for another scheduler, which has a number of processors of its own. */
    public SchedulerBuilder toBuilderWithoutMaxProcs() {
        SchedulerBuilder builder = GmpScheduler.builder()
                .minProcs(minProcs)
                .goroutines(goroutines)
                .discipline(discipline)
                .timeSlice(timeSlice)
                .maxMachines(threads.max())
                .machineKeepAlive(threads.keepAlive())
                .idleQueueCapacity(idleQueueCapacity)
                .rejectionPolicy(rejectionPolicy)
                .schedtraceInterval(schedtraceInterval)
                .goroutineTimes(goroutineTimes.enabled())
                .stallAfter(stallAfter)
                .leakWatch(leaks.enabled())
                .leakInterval(leaks.interval())
                .leakThreshold(leaks.threshold())
                .overtimePolicy(overtime.policy())
                .overtimeNice(overtime.nice())
                .cpuPacing(cpuPacing.enabled())
                .recorder(recorder.enabled())
                .recorderBytes(recorder.size().toBytes())
                .taskKinds(taskKinds.enabled());
        return queueCapacity == null ? builder : builder.queueCapacity(queueCapacity);
    }

    /** When the scheduler becomes the application's task executor and task scheduler. */
    public enum Mode {

        /** Where the application defines none of its own. */
        AUTO,

        /** Also beside executors and schedulers that the application defines. */
        FORCE,

        /** Never: there is no scheduler at all. */
        OFF;

        /** Bound instead of compared as text: an unquoted {@code off} in YAML arrives as {@code false}. */
        public static Mode of(Environment environment) {
            return Binder.get(environment).bind(PREFIX + ".mode", Mode.class).orElse(AUTO);
        }
    }

    /**
     * Threads of the scheduler.
     *
     * @param max Maximum number of worker threads. When all of them are in use, tasks wait.
     * @param keepAlive Time limit for which worker threads may remain idle before they end.
     */
    public record Threads(
            @DefaultValue("10000") int max,
            @DefaultValue("60s") Duration keepAlive) {}

    /**
     * Watch for leaks and deadlocks.
     *
     * @param enabled Whether to look for goroutines that seem to be forgotten, and for those that wait for each other.
     * @param interval Interval between two looks. A group of goroutines is suspect after it has grown at three looks.
     * @param threshold Time for which the oldest goroutine of a suspect group has waited at least.
     */
    public record Leaks(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1m") Duration interval,
            @DefaultValue("5m") Duration threshold) {}

    /**
     * Tasks that compute beyond their time slice and do not give way.
     *
     * @param policy What happens to the kernel priority of a worker thread while its task computes beyond its time slice.
     * @param nice Amount by which the nice value of such a thread is raised when the policy is lower-priority. Otherwise without effect.
     */
    public record Overtime(
            @DefaultValue("keep-priority") OvertimePolicy policy,
            @DefaultValue("10") int nice) {}

    /**
     * Pauses under a CPU quota.
     *
     * @param enabled Whether to pause between tasks for a few milliseconds when the container's CPU quota would not last.
     */
    public record CpuPacing(@DefaultValue("true") boolean enabled) {}

    /**
     * Flight recorder.
     *
     * @param enabled Whether to keep the last events of the scheduler.
     * @param size Memory that the events may take.
     */
    public record Recorder(
            @DefaultValue(FlightRecorder.ENABLED_BY_DEFAULT + "")
            boolean enabled,

            @DefaultValue("4MB") DataSize size) {}

    /**
     * What each kind of task costs.
     *
     * @param enabled Whether to estimate how long each kind of task runs, waits and blocks, and to publish it as meters.
     */
    public record TaskKinds(@DefaultValue("true") boolean enabled) {}

    /**
     * Times of each goroutine.
     *
     * @param enabled Whether to measure how long each virtual goroutine runs and waits.
     */
    public record GoroutineTimes(@DefaultValue("false") boolean enabled) {}

    /**
     * How the scheduler ends with the application.
     *
     * @param awaitTerminationPeriod Maximum time that accepted tasks may take to finish when the application stops. Tasks
     *     that run longer are interrupted.
     */
    public record Shutdown(@DefaultValue("20s") Duration awaitTerminationPeriod) {

        /** @throws InvalidConfigurationPropertyValueException if the period is out of its range */
        public Duration validAwaitTerminationPeriod() {
            return InvalidSettings.requirePeriod(PREFIX + ".shutdown.await-termination-period", awaitTerminationPeriod);
        }
    }

    /**
     * What of the web server runs on the scheduler.
     *
     * @param enabled Whether to let Tomcat and Jetty serve each request on a goroutine.
     */
    public record Web(@DefaultValue("false") boolean enabled) {}
}
