package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.process.ProcessType;
import dev.gmp.spring.GmpAutoConfiguration;
import dev.gmp.spring.process.GmpProcessAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** docs/operating.md explains every meter that is registered, and none that is not. */
class OperatingDocumentTests {

    @Test
    void everyMeterIsExplained() throws IOException {
        List<List<String>> rows = meterRows();
        new ApplicationContextRunner()
                .withPropertyValues("gmp.max-procs=2", "gmp.schedulers.orders.max-goroutines=3")
                .withConfiguration(AutoConfigurations.of(
                        GmpAutoConfiguration.class,
                        GmpProcessAutoConfiguration.class,
                        GmpMetricsAutoConfiguration.class,
                        TaskExecutionAutoConfiguration.class,
                        MetricsAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class))
                .withBean(ProcessType.class, () -> ProcessType.of("any", () -> null, "run"))
                .run(context -> assertThat(rows)
                        .extracting(row -> row.get(0))
                        .containsExactlyInAnyOrderElementsOf(names(context.getBean(MeterRegistry.class))));
        assertThat(rows).allSatisfy(row -> assertThat(row).hasSize(3).allMatch(cell -> !cell.isBlank()));
    }

    private static Set<String> names(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getName())
                .filter(name -> name.startsWith("gmp.") && !name.endsWith(".histogram"))
                .map(name -> "`" + name + "`")
                .collect(Collectors.toSet());
    }

    private static List<List<String>> meterRows() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "operating.md")).stream()
                .filter(line -> line.startsWith("| `gmp."))
                .map(line -> Arrays.stream(
                                line.substring(1, line.lastIndexOf('|')).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }
}
