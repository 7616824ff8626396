package dev.gmp.config;

import java.util.Objects;

/**
 * A setting is out of its range. The message is {@code <setting> must be <range>, but was <value>}. The three parts can
 * be read apart, for a caller that knows the setting by another name, such as a configuration property.
 *
 * @since 0.1
 */
public final class InvalidSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String value;
    private final String range;

    /**
     * @param setting the name in kebab case, as in configuration files: {@code max-procs}
     * @param value the value that was given
     * @param range the allowed values, as they read after "must be"
     */
    public InvalidSettingException(String setting, Object value, String range) {
        super("%s must be %s, but was %s".formatted(setting, range, value));
        this.setting = setting;
        this.value = String.valueOf(value);
        this.range = range;
    }

    /** Checks the name of a scheduler or a bulkhead, which stands in log lines and thread names. */
    static void requireName(String name) {
        Objects.requireNonNull(name, "name");
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            String shown = "'" + name.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?") + "'";
            throw new InvalidSettingException("name", shown, "not blank, without control characters");
        }
    }

    /** The setting's name in kebab case, such as {@code max-procs}. */
    public String setting() {
        return setting;
    }

    /** The value that was given, as text. */
    public String value() {
        return value;
    }

    /** The allowed values, as they read after "must be". */
    public String range() {
        return range;
    }
}
