package dev.gmp.config;

/**
 * A setting lies outside its range. Its parts are kept apart so that a caller that knows the setting under another name
 * (a property of a configuration file) can say so.
 *
 * @since 0.1
 */
public final class InvalidSettingException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String value;
    private final String range;

    /**
     * @param setting the name in kebab case, as it stands in configuration files: {@code max-procs}
     * @param value what was asked for
     * @param range what is allowed, as it reads after "must be"
     */
    public InvalidSettingException(String setting, Object value, String range) {
        super("%s must be %s, but was %s".formatted(setting, range, value));
        this.setting = setting;
        this.value = String.valueOf(value);
        this.range = range;
    }

    /** Of a scheduler or a bulkhead: it stands in log lines, and in the names of threads. */
    static void requireName(String name) {
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            String shown = "'" + name.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?") + "'";
            throw new InvalidSettingException("name", shown, "not blank, without control characters");
        }
    }

    /** The name of the setting in kebab case, such as {@code max-procs}. */
    public String setting() {
        return setting;
    }

    /** What was asked for. */
    public String value() {
        return value;
    }

    /** What is allowed, as it reads after "must be". */
    public String range() {
        return range;
    }
}
