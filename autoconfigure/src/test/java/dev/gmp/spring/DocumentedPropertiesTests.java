package dev.gmp.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gmp.spring.config.PropertyMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;

/**
 * Every property of this starter that a document sets, in a piece of YAML or as {@code name=value} within a line, is there and
 * takes that value. What users' pages call {@code gmp.}something else is a property or a meter, and a default in a table is that of
 * the code.
 */
class DocumentedPropertiesTests {

    private static final Pattern YAML =
            Pattern.compile("^ *```ya?ml\\n(.*?)^ *```", Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WITHIN_LINE =
            Pattern.compile("`((?:gmp|management)\\.[A-Za-z0-9.<>*-]+)[=:] ?([^`\\s]+)`");

    private static final Pattern OURS = Pattern.compile("gmp\\..*|management\\.(endpoint|health|info)\\.gmp.*");

    private static final Pattern MAP_KEY = Pattern.compile("^gmp\\.(schedulers|cluster\\.types)\\.[^.]+");

    private static final Pattern NAME =
            Pattern.compile("`((?:gmp|management\\.(?:endpoint|health|info)\\.gmp[a-z]*)\\.[A-Za-z0-9.<>*-]+)`");

    /** The first two cells of a row: a property, and what it is without being set. */
    private static final Pattern DEFAULT =
            Pattern.compile("^\\| `(gmp\\.[a-z.-]+)` \\| ([^|]*) \\| [^|]* \\|$", Pattern.MULTILINE);

    private static final Pattern VALUE = Pattern.compile("`[^`]+`|[0-9,]+( m?s)?");

    /** {@code MetersDocumentTests} hold it to the code. */
    private static final Path METERS = Path.of("..", "docs", "reference", "meters.md");

    private static final Map<String, PropertyMetadata> PROPERTIES =
            PropertyMetadata.all().stream().collect(Collectors.toMap(PropertyMetadata::name, Function.identity()));

    static Stream<Assignment> assignments() throws IOException {
        List<Assignment> assignments = new ArrayList<>();
        for (Path document : documents()) {
            String text = Files.readString(document);
            Matcher yaml = YAML.matcher(text);
            while (yaml.find()) {
                flattened(yaml.group(1)).forEach((name, value) -> add(assignments, document, name, value));
            }
            Matcher within = WITHIN_LINE.matcher(text);
            while (within.find()) {
                add(assignments, document, within.group(1), within.group(2));
            }
        }
        assertThat(assignments).hasSizeGreaterThan(20);
        return assignments.stream();
    }

    /** History tells of properties that are gone. */
    private static List<Path> documents() throws IOException {
        Path root = Path.of("..");
        List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
        Path history = root.resolve("docs/decisions/history");
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(path -> path.toString().endsWith(".md") && !path.startsWith(history))
                    .forEach(documents::add);
        }
        return documents;
    }

    private static Map<String, String> flattened(String yaml) {
        YamlPropertiesFactoryBean reader = new YamlPropertiesFactoryBean();
        reader.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        return Objects.requireNonNull(reader.getObject()).entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().toString(),
                        entry -> entry.getValue().toString()));
    }

    private static void add(List<Assignment> assignments, Path document, String name, String value) {
        if (OURS.matcher(name).matches()) {
            assignments.add(new Assignment(document.getFileName().toString(), name, value));
        }
    }

    @ParameterizedTest
    @MethodSource("assignments")
    void isOfAPropertyThatTakesTheValue(Assignment assignment) {
        PropertyMetadata property = PROPERTIES.get(assignment.inTheMetadata());

        assertThat(property).as("%s", assignment).isNotNull();
        assertThatCode(() -> converted(assignment.value(), property))
                .as("%s", assignment)
                .doesNotThrowAnyException();
    }

    static Stream<Path> usersPages() throws IOException {
        Path docs = Path.of("..", "docs");
        Set<Path> others = Set.of(docs.resolve("decisions"), docs.resolve("internals"), docs.resolve("benchmarks"));
        return documents().stream().filter(page -> others.stream().noneMatch(page::startsWith));
    }

    @ParameterizedTest
    @MethodSource("usersPages")
    void namesPropertiesAndMetersThatAreThere(Path page) throws IOException {
        Set<String> known = new HashSet<>(PROPERTIES.keySet());
        known.add("gmp.jfc"); // a file
        Matcher meter = NAME.matcher(Files.readString(METERS));
        while (meter.find()) {
            known.add(meter.group(1));
        }

        Matcher name = NAME.matcher(Files.readString(page));
        while (name.find()) {
            String plain = MAP_KEY.matcher(name.group(1)).replaceFirst("gmp.$1.*");
            assertThat(known).as("%s: %s", page, name.group(1)).anyMatch(each -> isMeant(plain, each));
        }
    }

    static Stream<Assignment> defaults() throws IOException {
        List<Assignment> defaults = new ArrayList<>();
        for (Path page : usersPages().toList()) {
            String text = Files.readString(page);
            Matcher row =
                    text.contains("| property | default | meaning |") ? DEFAULT.matcher(text) : DEFAULT.matcher("");
            while (row.find()) {
                add(defaults, page, row.group(1), row.group(2));
            }
        }
        assertThat(defaults).hasSizeGreaterThan(10);
        return defaults.stream();
    }

    /** One in words stands for none. */
    @ParameterizedTest
    @MethodSource("defaults")
    void isTheDefault(Assignment row) {
        PropertyMetadata property = PROPERTIES.get(row.name());
        String value = VALUE.matcher(row.value()).matches() ? row.value().replaceAll("[`, ]", "") : "";

        assertThat(property).as("%s", row).isNotNull();
        assertThat(converted(value, property)).as("%s", row).isEqualTo(converted(property.byDefault(), property));
    }

    private static Object converted(String value, PropertyMetadata property) {
        return value.isEmpty()
                ? "none"
                : ApplicationConversionService.getSharedInstance().convert(value, type(property));
    }

    private static Class<?> type(PropertyMetadata property) {
        return ClassUtils.resolveClassName(property.type().replaceFirst("<.*", ""), null);
    }

    /** By name, or by the beginning of it and a star. */
    private static boolean isMeant(String name, String known) {
        return name.equals(known) || (name.endsWith(".*") && known.startsWith(name.substring(0, name.length() - 1)));
    }

    /**
     * A property that a document sets.
     *
     * @param document the name of its file
     */
    record Assignment(String document, String name, String value) {

        /** Without the name of an entry and the place in a list. */
        String inTheMetadata() {
            return MAP_KEY.matcher(name).replaceFirst("gmp.$1.*").replaceFirst("\\[\\d+]$", "");
        }

        @Override
        public String toString() {
            return document + ": " + name + "=" + value;
        }
    }
}
