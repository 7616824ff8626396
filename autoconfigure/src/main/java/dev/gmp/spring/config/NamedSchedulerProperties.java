package dev.gmp.spring.config;

import dev.gmp.config.Discipline;
import dev.gmp.config.GoroutineMode;
import dev.gmp.config.RejectionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * One entry of {@code gmp.schedulers}: a bulkhead before the application's scheduler, or a scheduler of its own. Absent
 * settings are as in {@code gmp}, except a bulkhead's queue capacity and rejection policy. Without {@code max-procs} of
 * its own, a scheduler follows the CPUs and their quota.
 *
 * @param maxGoroutines Maximum number of tasks that have begun and not ended, including those that wait for something.
 *     Makes the entry a bulkhead.
 * @param queueCapacity Maximum number of tasks that may wait to begin. When not set, a bulkhead has no limit, and a
 *     scheduler of its own that of gmp.queue-capacity.
 * @param rejectionPolicy What happens to a task when the queue has no room for it. A bulkhead allows abort and
 *     discard-oldest only.
 * @param goroutines Kind of goroutine on which tasks run. By default, as gmp.goroutines.
 * @param separate Whether the entry has processors of its own instead of sharing those of the application's scheduler.
 *     Implied by max-procs.
 * @param maxProcs Number of processors of its own. By default, follows the available CPUs and the CPU quota.
 * @param timeSlice Time that a task may run before it is asked to give way to others. Only with processors of its own.
 *     By default, as gmp.time-slice.
 * @param threads Threads of the entry's own.
 * @param discipline Order in which a processor takes the tasks of its own queue. Only with processors of its own. By
 *     default, as gmp.discipline.
 * @since 0.1
 */
@ConfigurationPropertiesSource
public record NamedSchedulerProperties(
        @Nullable Integer maxGoroutines,
        @Nullable Integer queueCapacity,
        @Nullable RejectionPolicy rejectionPolicy,
        @Nullable GoroutineMode goroutines,
        @Nullable Boolean separate,
        @Nullable Integer maxProcs,
        @Nullable Duration timeSlice,
        @Nullable Threads threads,
        @Nullable Discipline discipline) {

    /** Where all of them stand. */
    public static final String PREFIX = GmpProperties.PREFIX + ".schedulers";

    /** An entry's beans are named after it. */
    public static final String EXECUTOR_SUFFIX = "TaskExecutor";

    public static final String TASK_SCHEDULER_SUFFIX = "TaskScheduler";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]+");

    /**
     * All entries by name. Boot binds an environment variable for an entry with dashes or capitals in its name twice,
     * the second time to an entry of another name. That second entry is left out.
     */
    public static Map<String, NamedSchedulerProperties> all(Environment environment) {
        Map<String, NamedSchedulerProperties> bound = Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, NamedSchedulerProperties.class))
                .orElse(Map.of());
        Map<String, NamedSchedulerProperties> entries = new LinkedHashMap<>(bound);
        bound.keySet().stream()
                .filter(name -> !asOfVariable(name).equals(name))
                .forEach(name -> entries.remove(asOfVariable(name)));
        return entries;
    }

    private static String asOfVariable(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** The entry of that name as it is written: what has more than letters, digits and dashes stands in brackets. */
    public static String property(String name) {
        return PREFIX + (PLAIN.matcher(name).matches() ? "." + name : "[" + name + "]");
    }

    public boolean hasOwnProcessors() {
        return Boolean.TRUE.equals(separate) || maxProcs != null;
    }

    public boolean hasBulkhead() {
        return maxGoroutines != null;
    }

    public @Nullable Integer maxThreads() {
        return threads == null ? null : threads.max();
    }

    /** Whether it has this one of a scheduler's settings, and does not leave it to {@code gmp}. */
    public boolean sets(String setting) {
        Object value = switch (setting) {
            case "max-procs" -> maxProcs;
            case "goroutines" -> goroutines;
            case "time-slice" -> timeSlice;
            case "threads.max" -> maxThreads();
            case "discipline" -> discipline;
            case "queue-capacity" -> queueCapacity;
            case "rejection-policy" -> rejectionPolicy;
            default -> null;
        };
        return value != null;
    }

    /** The settings that are there and mean something only to a scheduler of its own. */
    public List<Setting> onlyForSeparate() {
        List<Setting> settings = new ArrayList<>();
        if (timeSlice != null) {
            settings.add(new Setting("time-slice", timeSlice));
        }
        Integer maxThreads = maxThreads();
        if (maxThreads != null) {
            settings.add(new Setting("threads.max", maxThreads));
        }
        if (discipline != null) {
            settings.add(new Setting("discipline", discipline));
        }
        return settings;
    }

    /**
     * Threads of the entry's own.
     *
     * @param max Maximum number of worker threads. Only with processors of its own. By default, as gmp.threads.max.
     */
    public record Threads(@Nullable Integer max) {}

    /** A setting by its name in the entry. */
    public record Setting(String name, Object value) {}
}
