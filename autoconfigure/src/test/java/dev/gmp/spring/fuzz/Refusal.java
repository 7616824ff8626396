package dev.gmp.spring.fuzz;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * What the application's operator is told: Boot has reports of their own for the two exceptions that this is read from.
 *
 * @param value null if none is named
 * @param reason what is wrong with it
 */
public record Refusal(String property, Object value, String reason) {

    /** @throws AssertionError if it is of no use to an operator */
    public static Refusal of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidConfigurationPropertyValueException invalid) {
                return new Refusal(invalid.getName(), invalid.getValue(), invalid.getReason());
            }
            if (cause instanceof BindException bind) {
                ConfigurationProperty property = bind.getProperty();
                return property == null
                        ? new Refusal(bind.getName().toString(), null, String.valueOf(bind.getCause()))
                        : new Refusal(
                                property.getName().toString(), property.getValue(), String.valueOf(bind.getCause()));
            }
        }
        throw new AssertionError("neither started nor refused with the name of a property", failure);
    }
}
