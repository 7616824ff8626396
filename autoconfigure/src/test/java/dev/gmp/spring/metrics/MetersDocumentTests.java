package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.ProcessType;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.cluster.GmpClusterAutoConfiguration;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** docs/reference/meters.md has every meter that is registered, as the code has it, and none that is not. */
class MetersDocumentTests {

    private static final Path DOCUMENTS = Path.of("..", "docs");

    /** Tags whose values an application chooses, or its CPUs. */
    private static final Set<String> OPEN =
            Set.of("scheduler", "bulkhead", "cluster", "type", "processor", "name", "task");

    private final ApplicationContextRunner everything = new ApplicationContextRunner()
            .withPropertyValues("gmp.max-procs=2", "gmp.schedulers.orders.max-goroutines=3")
            .withPropertyValues("gmp.cluster.name=shop", "gmp.cluster.host=127.0.0.1", "gmp.cluster.port=0")
            .withConfiguration(AutoConfigurations.of(
                    GmpAutoConfiguration.class,
                    GmpProcessAutoConfiguration.class,
                    GmpClusterAutoConfiguration.class,
                    ClusterMetricsAutoConfiguration.class,
                    GmpMetricsAutoConfiguration.class,
                    TaskExecutionAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class))
            .withBean(ProcessType.class, () -> ProcessType.of("any", () -> null, "run"));

    @Test
    void theTableHasEveryMeterAsItIsRegistered() throws IOException {
        List<String> rows = Files.readAllLines(DOCUMENTS.resolve("reference/meters.md")).stream()
                .filter(line -> line.matches("\\| `[a-z.]+` \\| [a-z]+ \\|.*"))
                .toList();
        everything.run(context -> assertThat(rows)
                .containsExactlyInAnyOrderElementsOf(table(context.getBean(PrometheusMeterRegistry.class))));
    }

    @Test
    void adviceIsGivenForMetersThatExist() throws IOException {
        Set<String> advised = advice().stream()
                .flatMap(cell -> Pattern.compile("`(gmp\\.[a-z.]+)`")
                        .matcher(cell)
                        .results()
                        .map(match -> match.group(1)))
                .collect(Collectors.toSet());
        assertThat(advised).hasSizeGreaterThan(20);
        everything.run(context -> assertThat(
                        context.getBean(PrometheusMeterRegistry.class).getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsAll(advised));
    }

    /** As the document says it: dots become underscores, then the unit, if the name does not end with it, and the type. */
    @Test
    void namesInPrometheusFollowFromNameUnitAndType() {
        everything.run(context -> {
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            List<String> scrape = registry.scrape().lines().toList();
            assertThat(registry.getMeters()).map(Meter::getId).allSatisfy(id -> {
                String name = id.getName().replace('.', '_');
                String unit = unit(id);
                String withUnit = unit.isEmpty() || name.endsWith("_" + unit) ? name : name + "_" + unit;
                String type = id.getType() == Meter.Type.COUNTER ? "_total" : "";
                assertThat(scrape).anyMatch(line -> line.matches(withUnit + type + "(_count)?\\{.*"));
            });
        });
    }

    private static List<String> table(PrometheusMeterRegistry registry) {
        Map<String, List<Meter.Id>> byName = registry.getMeters().stream()
                .map(Meter::getId)
                .collect(Collectors.groupingBy(Meter.Id::getName, LinkedHashMap::new, Collectors.toList()));
        List<String> table = new ArrayList<>();
        byName.forEach((name, ids) -> {
            assertThat(ids).as(name).extracting(MetersDocumentTests::unit).containsOnly(unit(ids.get(0)));
            assertThat(ids)
                    .as(name)
                    .extracting(Meter.Id::getType)
                    .containsOnly(ids.get(0).getType());
            assertThat(ids)
                    .as(name)
                    .extracting(Meter.Id::getDescription)
                    .containsOnly(ids.get(0).getDescription());
            table.add("| `%s` | %s | %s | %s | %s |"
                    .formatted(
                            name,
                            ids.get(0).getType().name().toLowerCase(Locale.ROOT),
                            unit(ids.get(0)),
                            tags(ids),
                            ids.get(0).getDescription()));
        });
        return table;
    }

    private static String unit(Meter.Id id) {
        return id.getType() == Meter.Type.TIMER ? "seconds" : Objects.requireNonNullElse(id.getBaseUnit(), "");
    }

    private static String tags(List<Meter.Id> ids) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (Meter.Id id : ids) {
            for (Tag tag : id.getTags()) {
                values.computeIfAbsent(tag.getKey(), any -> new TreeSet<>()).add("`" + tag.getValue() + "`");
            }
        }
        return values.entrySet().stream()
                .map(tag -> "`" + tag.getKey() + "`"
                        + (OPEN.contains(tag.getKey()) ? "" : " (" + String.join(", ", tag.getValue()) + ")"))
                .collect(Collectors.joining(", "));
    }

    /** The cells with meters in the tables of advice, on the pages for operators. */
    private static List<String> advice() throws IOException {
        List<String> meters = new ArrayList<>();
        try (Stream<Path> pages = Files.list(DOCUMENTS.resolve("operate"))) {
            for (Path page : pages.toList()) {
                List<String> lines = Files.readAllLines(page);
                for (int i = 0; i < lines.size(); i++) {
                    if (lines.get(i).matches("\\| (alert \\| )?meter \\| what it means .*")) {
                        int column = lines.get(i).startsWith("| alert") ? 2 : 1;
                        lines.stream()
                                .skip(i + 2L)
                                .takeWhile(line -> line.startsWith("|"))
                                .forEach(line -> meters.add(line.split("\\|")[column]));
                    }
                }
            }
        }
        return meters;
    }
}
