package dev.gmp.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What meters are called in a scrape. */
final class PrometheusNames {

    private PrometheusNames() {}

    /** Each meter's own name, and the name that its first line has in a scrape, which must be there. */
    static Set<String> inScrape(PrometheusMeterRegistry registry, String prefix) {
        List<String> lines = registry.scrape().lines().toList();
        return registry.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> id.getName().startsWith(prefix))
                .map(id -> {
                    String name = of(registry, id);
                    assertThat(lines).as(id.getName()).anyMatch(line -> line.startsWith(name));
                    return id.getName() + " " + name;
                })
                .collect(Collectors.toSet());
    }

    static String of(PrometheusMeterRegistry registry, Meter.Id id) {
        String family = id.getConventionName(registry.config().namingConvention());
        return id.getType() == Meter.Type.COUNTER ? family + "_total" : family;
    }
}
