package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.config.PropertyMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document lists the properties that the code has, with their types, defaults and descriptions. */
class PropertiesDocumentTests {

    @Test
    void everyPropertyStandsInTheDocument() throws IOException {
        List<List<String>> documented = PropertiesDocument.table("property", "type", "default", "description");
        assertThat(documented).containsExactlyInAnyOrderElementsOf(inTheMetadata());
    }

    private static List<List<String>> inTheMetadata() {
        return PropertyMetadata.all().stream()
                .map(property ->
                        List.of(property.name(), type(property.type()), byDefault(property), property.description()))
                .toList();
    }

    /** Only a text may have underscores of its own. */
    private static String byDefault(PropertyMetadata property) {
        return property.type().equals(String.class.getName()) ? property.byDefault() : written(property.byDefault());
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
