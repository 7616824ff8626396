package dev.gmp.spring.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.config.PropertyMetadata;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.convert.ApplicationConversionService;

/**
 * A property of the starter that is a number, a duration, a constant or a switch, as the metadata and the document have it.
 *
 * @param allowed null unless it is a number or a duration
 */
public record Setting(String name, Class<?> type, String byDefault, Allowed allowed) {

    private static final Map<String, String> IN_THE_SCHEDULER = Map.of(
            ".threads.max", "maxMachines",
            ".threads.keep-alive", "machineKeepAlive",
            ".overtime.policy", "overtimePolicy",
            ".overtime.nice", "overtimeNice",
            ".cpu-pacing.enabled", "cpuPacing",
            ".recorder.enabled", "recorder",
            ".task-kinds.enabled", "taskKinds",
            ".goroutine-times.enabled", "goroutineTimes");

    /** Those whose names begin with the prefix, and with none of the others; those that are names themselves are left out. */
    public static List<Setting> under(String prefix, String... except) {
        Map<String, Allowed> ranges = Allowed.byProperty();
        List<Setting> settings = new ArrayList<>();
        for (PropertyMetadata property : PropertyMetadata.all()) {
            String name = property.name();
            String type = property.type();
            if (name.startsWith(prefix)
                    && List.of(except).stream().noneMatch(name::startsWith)
                    && !type.contains("<")
                    && !type.equals(String.class.getName())) {
                settings.add(new Setting(name, named(type), property.byDefault(), ranges.get(name)));
            }
        }
        return settings;
    }

    public Setting {
        if (allowed == null && (type == Integer.class || type == Duration.class)) {
            throw new AssertionError("The document gives no range for " + name);
        }
    }

    /**
     * What Spring takes the text for; null if for nothing at all, as an empty one.
     *
     * @throws RuntimeException if for nothing of this type
     */
    public Object read(String text) {
        return ApplicationConversionService.getSharedInstance().convert(text, type);
    }

    /** Whether it has to have a value, so that an empty text is refused; others have their defaults then. */
    boolean primitive() {
        return !byDefault.isEmpty() && (type == Integer.class || type == Boolean.class);
    }

    public boolean allows(Object value) {
        return allowed == null || allowed.contains(value);
    }

    /** Checks that a refusal says what is allowed. */
    void assertRangeIn(String reason) {
        if (type == Integer.class) {
            assertThat(reason)
                    .contains(allowed.bounded() ? allowed.most().toPlainString() : "at least " + allowed.least());
        }
    }

    /** As the scheduler calls it; else the part of the name behind the last dot, as a component of a record is called. */
    public String component() {
        return IN_THE_SCHEDULER.entrySet().stream()
                .filter(entry -> name.endsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(camelCase(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** What was bound, found by the names of the components. */
    public Object in(Record properties, String prefix) {
        try {
            Object value = properties;
            for (String part : name.substring(prefix.length() + 1).split("\\.")) {
                Method accessor = value.getClass().getDeclaredMethod(camelCase(part));
                accessor.setAccessible(true);
                value = accessor.invoke(value);
            }
            return value;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no component for " + name, e);
        }
    }

    static String camelCase(String kebab) {
        StringBuilder camel = new StringBuilder();
        for (String word : kebab.split("-")) {
            camel.append(camel.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return camel.toString();
    }

    private static Class<?> named(String type) {
        try {
            return Class.forName(type);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
