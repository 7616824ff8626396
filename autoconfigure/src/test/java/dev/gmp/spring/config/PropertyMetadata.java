package dev.gmp.spring.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A property as a tool finds it in the metadata of the jar.
 *
 * @param name with {@code *} for the key of a map
 * @param type the name of its class, with type arguments
 * @param byDefault empty if there is none
 */
public record PropertyMetadata(String name, String type, String byDefault, String description) {

    private static final String ALL = "META-INF/spring-configuration-metadata.json";

    /** Where the processor leaves the properties of a class that is no bean by itself. */
    private static final String OF_A_CLASS = "META-INF/spring/configuration-metadata/%s.json";

    private static final Pattern MAP_OF_OURS =
            Pattern.compile("java\\.util\\.Map<java\\.lang\\.String,(dev\\.gmp\\..*)>");

    /** All, and for a map to a class of ours those of its values: tools look up the class. */
    public static List<PropertyMetadata> all() {
        List<PropertyMetadata> properties = new ArrayList<>();
        for (PropertyMetadata property : of(read(ALL), "")) {
            properties.add(property);
            Matcher map = MAP_OF_OURS.matcher(property.type());
            if (map.matches()) {
                properties.addAll(of(read(OF_A_CLASS.formatted(map.group(1))), property.name() + ".*."));
            }
        }
        return properties;
    }

    public static JsonNode hints() {
        return read(ALL).get("hints");
    }

    /** The names of those that the processor did not find. */
    public static List<String> writtenByHand() {
        return of(read("META-INF/additional-spring-configuration-metadata.json"), "").stream()
                .map(PropertyMetadata::name)
                .toList();
    }

    private static List<PropertyMetadata> of(JsonNode metadata, String prefix) {
        List<PropertyMetadata> properties = new ArrayList<>();
        for (JsonNode property : metadata.get("properties")) {
            properties.add(new PropertyMetadata(
                    prefix + property.get("name").asString(),
                    property.get("type").asString(),
                    property.path("defaultValue").asString(""),
                    property.path("description").asString("")));
        }
        return properties;
    }

    private static JsonNode read(String resource) {
        try (InputStream json = PropertyMetadata.class.getClassLoader().getResourceAsStream(resource)) {
            if (json == null) {
                throw new AssertionError("no " + resource);
            }
            return new JsonMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
