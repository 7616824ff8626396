package dev.gmp.spring.config;

import dev.gmp.GmpScheduler;
import dev.gmp.SchedulerBuilder;
import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Settings of the application's scheduler. Ranges are checked where the scheduler is built.
 *
 * @param mode When the scheduler becomes the application's task executor and task scheduler.
 * @param maxProcs Number of processors, so of tasks that run at once; follows the CPUs and their quota when absent.
 * @param minProcs Minimum number of processors that a CPU quota can lower the number to; ignored beside max-procs.
 * @param goroutines What a task runs on.
 * @param discipline Order in which a processor takes the tasks of its own queue.
 * @param timeSlice Time that a task may run before it is asked to give way to others.
 * @param maxMachines Maximum number of threads that may exist at once.
 * @param machineKeepAlive Time that a thread without work is kept.
 * @param queueCapacity Maximum number of tasks that may wait for their first run.
 * @param idleQueueCapacity Maximum number of idle-priority tasks that may wait.
 * @param rejectionPolicy What happens to a task for which the queue has no room.
 * @param schedtraceInterval Interval at which a line about the scheduler's state is logged; zero for never.
 * @param goroutineTimes Whether to clock how long each virtual goroutine runs and waits.
 * @param stallAfter Time that tasks may wait while none is begun, until the scheduler counts as stalled; zero for never.
 * @param overtimeNice How far the kernel priority of a thread is lowered while its task computes on beyond its time; 0 for not at all.
 * @param cpuPacing Whether tasks pause for milliseconds when the container's CPU quota would not last.
 * @param shutdown How the scheduler ends with the application.
 * @param web What of the web server runs on the scheduler.
 * @param schedulers Bulkheads before the scheduler and schedulers beside it, by name.
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
        @DefaultValue("10000") int maxMachines,
        @DefaultValue("60s") Duration machineKeepAlive,
        @DefaultValue("2147483647") int queueCapacity,
        @DefaultValue("10000") int idleQueueCapacity,
        @DefaultValue("abort") RejectionPolicy rejectionPolicy,
        @DefaultValue("0s") Duration schedtraceInterval,
        @DefaultValue("false") boolean goroutineTimes,
        @DefaultValue("10s") Duration stallAfter,
        @DefaultValue("0") int overtimeNice,
        @DefaultValue("true") boolean cpuPacing,
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
        return GmpScheduler.builder()
                .minProcs(minProcs)
                .goroutines(goroutines)
                .discipline(discipline)
                .timeSlice(timeSlice)
                .maxMachines(maxMachines)
                .machineKeepAlive(machineKeepAlive)
                .queueCapacity(queueCapacity)
                .idleQueueCapacity(idleQueueCapacity)
                .rejectionPolicy(rejectionPolicy)
                .schedtraceInterval(schedtraceInterval)
                .goroutineTimes(goroutineTimes)
                .stallAfter(stallAfter)
                .overtimeNice(overtimeNice)
                .cpuPacing(cpuPacing);
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
     * How the scheduler ends with the application.
     *
     * @param awaitTerminationPeriod Maximum time that accepted tasks may take to finish when the application stops, before
     *     they are interrupted; zero interrupts them at once.
     */
    public record Shutdown(@DefaultValue("20s") Duration awaitTerminationPeriod) {

        private static final Duration LONGEST = Duration.ofDays(365);

        /** @throws InvalidConfigurationPropertyValueException if the period is out of its range */
        public Duration validAwaitTerminationPeriod() {
            if (awaitTerminationPeriod.isNegative() || awaitTerminationPeriod.compareTo(LONGEST) > 0) {
                throw new InvalidConfigurationPropertyValueException(
                        PREFIX + ".shutdown.await-termination-period",
                        awaitTerminationPeriod,
                        "must be between 0 and " + LONGEST.toDays() + " days");
            }
            return awaitTerminationPeriod;
        }
    }

    /**
     * What of the web server runs on the scheduler.
     *
     * @param enabled Whether Tomcat and Jetty serve each request on a goroutine.
     */
    public record Web(@DefaultValue("false") boolean enabled) {}
}
