package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.config.GmpProperties;
import dev.gmp.spring.config.NamedSchedulerProperties;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document lists the properties that the code has, with their types, defaults and descriptions. */
class ConfigurationDocumentTests {

    @Test
    void everyPropertyStandsInTheDocument() throws IOException {
        List<List<String>> documented = ConfigurationDocument.table("property", "type", "default", "description");
        assertThat(documented).containsExactlyInAnyOrderElementsOf(generated());
    }

    @Test
    void everyPropertyIsDescribed() throws IOException {
        assertThat(generated())
                .isNotEmpty()
                .allSatisfy(property -> assertThat(property.get(3)).endsWith("."));
    }

    @Test
    void everyHintBelongsToAProperty() throws IOException {
        List<String> names =
                generated().stream().map(property -> property.get(0)).toList();
        assertThat(metadata().get("hints"))
                .isNotEmpty()
                .allSatisfy(hint -> assertThat(names).contains(hint.get("name").asString()));
    }

    /** The processor does not look into the values of a map, so these properties are written down by hand. */
    @Test
    void everySettingOfANamedSchedulerIsAProperty() throws IOException {
        String prefix = NamedSchedulerProperties.PREFIX + ".*.";
        List<String> settings = Stream.of(NamedSchedulerProperties.class.getRecordComponents())
                .map(component -> prefix
                        + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) + " "
                        + component.getType().getName())
                .toList();
        List<String> described = new ArrayList<>();
        for (JsonNode property : metadata().get("properties")) {
            if (property.get("name").asString().startsWith(prefix)) {
                described.add(property.get("name").asString() + " "
                        + property.get("type").asString());
            }
        }
        assertThat(described).containsExactlyInAnyOrderElementsOf(settings);
    }

    private static List<List<String>> generated() throws IOException {
        List<List<String>> properties = new ArrayList<>();
        for (JsonNode property : metadata().get("properties")) {
            properties.add(List.of(
                    property.get("name").asString(),
                    type(property.get("type").asString()),
                    written(property.path("defaultValue").asString("")),
                    property.path("description").asString("")));
        }
        return properties;
    }

    private static JsonNode metadata() throws IOException {
        try (InputStream json = GmpProperties.class
                .getClassLoader()
                .getResourceAsStream("META-INF/spring-configuration-metadata.json")) {
            return new JsonMapper().readTree(json);
        }
    }

    /** An enum is written as its constants, a collection without what it holds. */
    private static String type(String name) {
        try {
            Class<?> type = Class.forName(name.replaceFirst("<.*", ""));
            return type.isEnum()
                    ? Stream.of(type.getEnumConstants())
                            .map(constant -> written(constant.toString().toLowerCase(Locale.ROOT)))
                            .collect(Collectors.joining(", "))
                    : type.getSimpleName();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** A constant as it is written in a file of properties. */
    private static String written(String constant) {
        return constant.replace('_', '-');
    }
}
