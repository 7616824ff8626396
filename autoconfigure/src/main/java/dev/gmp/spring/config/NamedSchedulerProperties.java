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
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * One entry of {@code gmp.schedulers}: a bulkhead before the application's scheduler, or a scheduler of its own. What is
 * absent is as in {@code gmp}, except for the queue's capacity and the policy of a bulkhead, and for {@code max-procs}: without
 * one of its own, a scheduler follows the CPUs and their quota.
 *
 * @param maxGoroutines Maximum number of its tasks that have begun and not ended, parked ones included.
 * @param queueCapacity Maximum number of its tasks that may wait.
 * @param rejectionPolicy What happens to a task for which the queue has no room.
 * @param goroutines What a task runs on.
 * @param separate Whether it has processors of its own instead of sharing those of the application's scheduler.
 * @param maxProcs Number of processors of its own.
 * @param timeSlice Time that a task may run before it is asked to give way, with processors of its own.
 * @param maxMachines Maximum number of threads that may exist at once, with processors of its own.
 * @param discipline Order in which a processor of its own takes the tasks of its queue.
 * @since 0.1
 */
public record NamedSchedulerProperties(
        @Nullable Integer maxGoroutines,
        @Nullable Integer queueCapacity,
        @Nullable RejectionPolicy rejectionPolicy,
        @Nullable GoroutineMode goroutines,
        @Nullable Boolean separate,
        @Nullable Integer maxProcs,
        @Nullable Duration timeSlice,
        @Nullable Integer maxMachines,
        @Nullable Discipline discipline) {

    /** Where all of them stand. */
    public static final String PREFIX = GmpProperties.PREFIX + ".schedulers";

    /** An entry's beans are named after it. */
    public static final String EXECUTOR_SUFFIX = "TaskExecutor";

    public static final String TASK_SCHEDULER_SUFFIX = "TaskScheduler";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]+");

    /**
     * All entries by name. What an environment variable sets in one whose name has dashes or capitals, Boot takes for an entry of
     * another name and gives both the same values; that other one is left out.
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

    /** Whether it has this one of a scheduler's settings, and does not leave it to {@code gmp}. */
    public boolean sets(String setting) {
        Object value = switch (setting) {
            case "max-procs" -> maxProcs;
            case "goroutines" -> goroutines;
            case "time-slice" -> timeSlice;
            case "max-machines" -> maxMachines;
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
        if (maxMachines != null) {
            settings.add(new Setting("max-machines", maxMachines));
        }
        if (discipline != null) {
            settings.add(new Setting("discipline", discipline));
        }
        return settings;
    }

    /** A setting by its name in the entry. */
    public record Setting(String name, Object value) {}
}
