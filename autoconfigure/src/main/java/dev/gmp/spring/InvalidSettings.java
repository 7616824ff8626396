package dev.gmp.spring;

import dev.gmp.config.GoroutineMode;
import dev.gmp.config.InvalidSettingException;
import dev.gmp.config.VirtualGoroutinesUnavailableException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Says under which property a setting that the scheduler refuses was made. Boot reports it with the place it stands at. */
final class InvalidSettings {

    private InvalidSettings() {}

    /**
     * Builds something from properties.
     *
     * @param prefix of the properties, without a dot at the end
     * @param goroutines what the property {@code goroutines} says, if anything
     * @throws InvalidConfigurationPropertyValueException if a setting is refused
     */
    static <T> T reported(String prefix, @Nullable GoroutineMode goroutines, Supplier<T> build) {
        return reported(setting -> prefix, goroutines, build);
    }

    /** The same for properties of several prefixes. @param prefixOf the prefix of the property of a setting */
    static <T> T reported(UnaryOperator<String> prefixOf, @Nullable GoroutineMode goroutines, Supplier<T> build) {
        try {
            return build.get();
        } catch (InvalidSettingException e) {
            throw new InvalidConfigurationPropertyValueException(
                    prefixOf.apply(e.setting()) + "." + e.setting(), e.value(), "must be " + e.range(), e);
        } catch (VirtualGoroutinesUnavailableException e) {
            throw new InvalidConfigurationPropertyValueException(
                    prefixOf.apply("goroutines") + ".goroutines",
                    String.valueOf(goroutines),
                    String.valueOf(e.getMessage()),
                    e);
        }
    }
}
