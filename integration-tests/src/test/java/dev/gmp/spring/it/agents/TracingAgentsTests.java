package dev.gmp.spring.it.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tracing agents find the trace of a request in each task that the request hands in, without a setting. */
@Tag("long")
@EnabledForJreRange(min = JRE.JAVA_21)
class TracingAgentsTests {

    private static final int TIMES = 20;

    /** Where the build puts the agents. */
    private static final Path AGENTS = Path.of("target", "agents");

    @TempDir
    private Path folder;

    @Test
    void openTelemetry() throws Exception {
        try (Collector collector = new Collector();
                TracedProcess application = startWithOpenTelemetry(collector)) {
            eachTaskHasTheTraceOfItsRequest(collector, application);
            eachScheduledRunIsATrace(collector, application);
            eachRunHasATraceOfItsOwn(collector, application);
            tasksThatNeverBeginComeBackAsThemselves(application);
        }
    }

    /** The agent then changes every class that implements an executor. */
    @Test
    void openTelemetryWithAllExecutorsInstrumented() throws Exception {
        try (Collector collector = new Collector();
                TracedProcess application =
                        startWithOpenTelemetry(collector, "-Dotel.instrumentation.executors.include-all=true")) {
            eachTaskHasTheTraceOfItsRequest(collector, application);
            eachScheduledRunIsATrace(collector, application);
        }
    }

    @Test
    void datadog() throws Exception {
        try (Collector collector = new Collector();
                TracedProcess application = start(
                        "dd-java-agent.jar",
                        collector,
                        List.of(
                                "-Ddd.trace.agent.url=" + collector.address(),
                                "-Ddd.remote_config.enabled=false",
                                "-Ddd.instrumentation.telemetry.enabled=false"))) {
            eachTaskHasTheTraceOfItsRequest(collector, application);
            tasksThatNeverBeginComeBackAsThemselves(application);
        }
    }

    @Test
    void elastic() throws Exception {
        try (Collector collector = new Collector();
                TracedProcess application = start(
                        "elastic-apm-agent.jar",
                        collector,
                        List.of(
                                "-Delastic.apm.disable_send=true",
                                "-Delastic.apm.central_config=false",
                                "-Delastic.apm.cloud_provider=NONE",
                                "-Delastic.apm.application_packages=dev.gmp"))) {
            eachTaskHasTheTraceOfItsRequest(collector, application);
            assertThat(traces(collector, application, "scheduled", TIMES))
                    .doesNotHaveDuplicates()
                    .doesNotContain(Collector.NO_TRACE);
            tasksThatNeverBeginComeBackAsThemselves(application);
        }
    }

    private static void eachTaskHasTheTraceOfItsRequest(Collector collector, TracedProcess application)
            throws Exception {
        String[] ways = application.get("/ways", trace(0)).split(",");
        Map<String, String> expected = new HashMap<>();
        for (String way : ways) {
            for (int i = 0; i < TIMES; i++) {
                String trace = trace(expected.size() + 1);
                expected.put("/called/%s/%d".formatted(way, i), trace);
                application.get("/do/%s/%d".formatted(way, i), trace);
            }
        }
        await(collector, application, expected.keySet());
        Map<String, Integer> found = new TreeMap<>();
        Map<String, Integer> all = new TreeMap<>();
        expected.forEach((path, trace) -> {
            String way = path.split("/")[2];
            all.put(way, TIMES);
            found.merge(way, trace.equals(collector.calls().get(path)) ? 1 : 0, Integer::sum);
        });
        assertThat(found).isEqualTo(all);

        application.get("/untraced", trace(0));
        List<String> untraced =
                Arrays.stream(ways).map("/called/%s/untraced"::formatted).toList();
        await(collector, application, untraced);
        assertThat(untraced)
                .extracting(collector.calls()::get)
                .doesNotContain(trace(0))
                .doesNotContainAnyElementsOf(expected.values())
                .filteredOn(trace -> !trace.equals(Collector.NO_TRACE)) // some agents begin a trace, others do not
                .doesNotHaveDuplicates();
    }

    private static void eachScheduledRunIsATrace(Collector collector, TracedProcess application) {
        List<String> traces = traces(collector, application, "scheduled", TIMES);
        assertThat(traces).doesNotHaveDuplicates();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(collector.spans())
                        .filteredOn(span -> span.name().equals("TracedJobs.tick")
                                && span.parent().isEmpty())
                        .extracting(ExportedSpan::trace)
                        .containsAll(traces));
    }

    /** Of a job that a request has set. */
    private static void eachRunHasATraceOfItsOwn(Collector collector, TracedProcess application) throws Exception {
        application.get("/repeat", trace(0));
        assertThat(traces(collector, application, "repeated", 3))
                .doesNotHaveDuplicates()
                .doesNotContain(trace(0));
    }

    private static void tasksThatNeverBeginComeBackAsThemselves(TracedProcess application) throws Exception {
        assertThat(application.get("/given-back", trace(0)))
                .isEqualTo("direct=true virtual=true idle=true waiting=true removed=true");
    }

    /** Those of the first calls of one kind. */
    private static List<String> traces(Collector collector, TracedProcess application, String kind, int calls) {
        List<String> paths = IntStream.range(0, calls)
                .mapToObj(i -> "/called/%s/%d".formatted(kind, i))
                .toList();
        await(collector, application, paths);
        return paths.stream().map(collector.calls()::get).toList();
    }

    private static void await(Collector collector, TracedProcess application, Collection<String> calls) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(collector.calls().keySet())
                        .as(application::output)
                        .containsAll(calls));
    }

    private TracedProcess startWithOpenTelemetry(Collector collector, String... settings) throws Exception {
        List<String> options = new ArrayList<>(List.of(
                "-Dotel.exporter.otlp.endpoint=" + collector.address(),
                "-Dotel.exporter.otlp.protocol=http/protobuf",
                "-Dotel.bsp.schedule.delay=200",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none"));
        options.addAll(List.of(settings));
        return start("opentelemetry-javaagent.jar", collector, options);
    }

    private TracedProcess start(String agent, Collector collector, List<String> settings) throws Exception {
        assertThat(AGENTS.resolve(agent)).exists();
        List<String> options = new ArrayList<>(settings);
        options.add("-javaagent:" + AGENTS.resolve(agent));
        return new TracedProcess(folder.resolve("output.txt"), collector, options);
    }

    private static String trace(int number) {
        return "%032x".formatted(0x4bf92f35_77b34da6L + number);
    }
}
