package dev.gmp.sample.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every query of the dashboard that the starter brings has data, and so has every meter that its alerts speak of, in a real
 * Prometheus that reads this application under load, as a node of a cluster.
 */
@Tag("long")
@TestPropertySource(
        properties = {
            "gmp.cluster.enabled=true",
            "gmp.cluster.name=dashboard",
            "gmp.cluster.host=127.0.0.1",
            "gmp.cluster.port=0"
        })
class DashboardTests extends ServiceTest {

    /** These have no value here: no container limits the CPUs, the queue has no limit, and no keyed process is asked. */
    private static final Set<String> WITHOUT_VALUE = Set.of(
            "gmp_cpu_quota_cpus",
            "gmp_queue_size_tasks",
            "gmp_queue_capacity_tasks",
            "gmp_cluster_round_trip_seconds_bucket");

    @Autowired
    private SearchService searches;

    @Test
    void everyPanelAndEveryAlertHasData(@TempDir Path data) throws Exception {
        List<String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(30);
        queries.addAll(metersOfTheAlerts());
        index(Texts.folder(folder, Map.of("endless", "a".repeat(200) + "!")));
        RunningSearch load = searches.start(new SearchRequest("(a+)+\\1$", null, false, 0, 1, null));
        try (Prometheus prometheus = Prometheus.reading("/actuator/prometheus", port, data)) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(without(prometheus, queries))
                            .as("queries without data")
                            .isEmpty());
        } finally {
            load.cancel();
            load.result().join();
        }
    }

    /** The queries whose answer is empty or no number, with that answer. */
    private static Map<String, List<Double>> without(Prometheus prometheus, List<String> queries)
            throws InterruptedException {
        Map<String, List<Double>> without = new TreeMap<>();
        for (String query : queries) {
            List<Double> values = prometheus.values(query);
            boolean needsNone = WITHOUT_VALUE.stream().anyMatch(query::contains);
            if (values.isEmpty() || (!needsNone && values.stream().allMatch(value -> value.isNaN()))) {
                without.put(query, values);
            }
        }
        return without;
    }

    /** As Grafana sends them: with the variables' values, everything chosen. */
    private static List<String> queries() throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("$__rate_interval", "30s"); // on a busy machine it reads less often than each second
        variables.put("$job", "sample");
        variables.put("$instance", ".*");
        variables.put("$scheduler", "default");
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard().get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String query = target.get("expr").asString();
                for (Map.Entry<String, String> variable : variables.entrySet()) {
                    query = query.replace(variable.getKey(), variable.getValue());
                }
                assertThat(query).doesNotContain("$");
                queries.add(query);
            }
        }
        return queries;
    }

    /** A rule about a meter that does not exist never fires. */
    private static List<String> metersOfTheAlerts() throws IOException {
        List<String> meters = Pattern.compile("\\b(?:gmp|process)_[a-z_]+")
                .matcher(AlertRulesTests.text(AlertRulesTests.RULES))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(meters).hasSizeGreaterThan(8);
        return meters;
    }

    private static JsonNode dashboard() throws IOException {
        try (InputStream in = new ClassPathResource("META-INF/gmp/grafana/gmp-schedulers.json").getInputStream()) {
            return new JsonMapper().readTree(in);
        }
    }
}
