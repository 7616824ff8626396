package dev.gmp.spring.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.config.GmpProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.convert.ApplicationConversionService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A property of the starter that is a number, a duration, a constant or a switch, as the metadata and the document have it.
 *
 * @param allowed null unless it is a number or a duration
 */
public record Setting(String name, Class<?> type, String byDefault, Allowed allowed) {

    /** Those whose names begin with the prefix, and with none of the others; those that are names themselves are left out. */
    public static List<Setting> under(String prefix, String... except) {
        Map<String, Allowed> ranges = Allowed.byProperty();
        List<Setting> settings = new ArrayList<>();
        for (JsonNode property : metadata().get("properties")) {
            String name = property.get("name").asString();
            String type = property.get("type").asString();
            if (name.startsWith(prefix)
                    && List.of(except).stream().noneMatch(name::startsWith)
                    && !type.contains("<")
                    && !type.equals(String.class.getName())) {
                settings.add(new Setting(
                        name, named(type), property.path("defaultValue").asString(""), ranges.get(name)));
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
            assertThat(reason).contains(allowed.most().toPlainString());
        }
    }

    /** The part of the name behind the last dot, as a component of a record is called. */
    public String component() {
        return camelCase(name.substring(name.lastIndexOf('.') + 1));
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

    private static JsonNode metadata() {
        try (InputStream json = GmpProperties.class
                .getClassLoader()
                .getResourceAsStream("META-INF/spring-configuration-metadata.json")) {
            return new JsonMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
