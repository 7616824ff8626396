package dev.gmp.spring.config;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Says under which property a setting that the scheduler refuses was made. Boot reports it with the place it stands at. */
public final class InvalidSettings {

    /** The properties that are not named as the scheduler's settings are. */
    private static final Map<String, String> PROPERTIES = Map.of(
            "max-machines", "threads.max",
            "machine-keep-alive", "threads.keep-alive",
            "overtime-nice", "overtime.nice",
            "recorder-bytes", "recorder.size");

    private static final Duration LONGEST = Duration.ofDays(365);

    private InvalidSettings() {}

    /**
     * Builds something from properties.
     *
     * @param prefix of the properties, without a dot at the end
     * @param goroutines what the property {@code goroutines} says, if anything
     * @throws InvalidConfigurationPropertyValueException if a setting is refused
     */
    public static <T> T reported(String prefix, @Nullable GoroutineMode goroutines, Supplier<T> build) {
        return reported(prefix, setting -> prefix, goroutines, build);
    }

    /**
     * The same for properties of several prefixes.
     *
     * @param owner the prefix of what is built
     * @param prefixOf the prefix of a property, which may be inherited
     */
    public static <T> T reported(
            String owner, UnaryOperator<String> prefixOf, @Nullable GoroutineMode goroutines, Supplier<T> build) {
        try {
            return build.get();
        } catch (InvalidSettingException e) {
            throw invalid(owner, prefixOf, e.setting(), e.value(), "must be " + e.range(), e);
        } catch (VirtualGoroutinesUnavailableException e) {
            throw invalid(owner, prefixOf, "goroutines", String.valueOf(goroutines), String.valueOf(e.getMessage()), e);
        }
    }

    /** @throws InvalidConfigurationPropertyValueException if the period is negative, or longer than a year */
    public static Duration requirePeriod(String property, Duration period) {
        if (period.isNegative() || period.compareTo(LONGEST) > 0) {
            throw new InvalidConfigurationPropertyValueException(
                    property, period, "must be between 0 and " + LONGEST.toDays() + " days");
        }
        return period;
    }

    private static InvalidConfigurationPropertyValueException invalid(
            String owner,
            UnaryOperator<String> prefixOf,
            String setting,
            @Nullable Object value,
            String reason,
            RuntimeException cause) {
        String property = PROPERTIES.getOrDefault(setting, setting);
        String prefix = prefixOf.apply(property);
        return new InvalidConfigurationPropertyValueException(
                prefix + "." + property,
                value,
                prefix.equals(owner) ? reason : "%s, for '%s', which has none of its own".formatted(reason, owner),
                cause);
    }
}
