package dev.gmp.spring.it.span;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.spring.it.span.SpanApplication.Seen;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Goroutines have the trace that they work for, and exemplars lead to it. */
@SpringBootTest(
        classes = SpanApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.autoconfigure.exclude=org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration,"
                    + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration,"
                    + "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
            "management.endpoints.web.exposure.include=prometheus,gmp,gmpincidents",
            "management.endpoint.gmp.show-stacks=always",
            "management.endpoint.gmpincidents.access=unrestricted",
            "gmp.incidents.folder=target/incidents-of-spans",
            "management.prometheus.metrics.export.enabled=true",
            "management.tracing.sampling.probability=1.0",
            "gmp.web.enabled=true",
            "gmp.max-procs=2"
        })
@DirtiesContext
class SpanLabelsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final String ROOT_SPAN = "00f067aa0ba902b7";

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private SpanApplication.Ticks ticks;

    @Test
    void aRequestHasItsTraceAndItsSpan() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        Seen seen = seen("/seen", trace, true);

        assertThat(seen.spanId()).isNotEqualTo(ROOT_SPAN).hasSize(16);
        assertThat(seen.ids()).isEqualTo(Map.of("traceId", trace, "spanId", seen.spanId()));
    }

    @Test
    void aTraceThatIsNotSampledHasNoSpanToLookUp() throws Exception {
        String trace = "5bf92f3577b34da6a3ce929d0e0e4736";

        assertThat(seen("/seen", trace, false).ids()).isEqualTo(Map.of("traceId", trace));
    }

    @Test
    void aSpanWithinChangesNothingAndAnotherTraceIsLeftAgain() throws Exception {
        String trace = "5bf92f3577b34da6a3ce929d0e0e4737";
        String other = "5bf92f3577b34da6a3ce929d0e0e4738";
        Seen[] seen = json.readValue(
                send(traced("/within?trace=" + other, trace, true)).body(), Seen[].class);

        Map<String, String> request = Map.of("traceId", trace, "spanId", seen[0].spanId());
        assertThat(seen[1].spanId()).as("span within").isNotEqualTo(seen[0].spanId());
        assertThat(seen)
                .extracting(Seen::ids)
                .containsExactly(
                        request, request, request, Map.of("traceId", other, "spanId", seen[3].spanId()), request);
    }

    /** From the trace of a slow request to the line that computes, and to what happened meanwhile. */
    @Test
    void aTraceLeadsToTheHogAndToItsCapsule() throws Exception {
        String trace = "9bf92f3577b34da6a3ce929d0e0e4736";
        CompletableFuture<HttpResponse<String>> hog =
                client.sendAsync(traced("/compute", trace, true), BodyHandlers.ofString());
        try {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(recentLosses()).anySatisfy(loss -> {
                        assertThat(loss.at("/labels/traceId").asString()).isEqualTo(trace);
                        assertThat(loss.at("/labels/spanId").asString()).matches("[0-9a-f]{16}");
                        assertThat(loss.at("/labels/route").asString()).isEqualTo("GET /compute");
                    }));
            String capsule = capture();
            assertThat(partOf(capsule, "goroutines.txt"))
                    .contains("traceId=" + trace, SpanApplication.Requests.class.getName() + ".compute(");
            assertThat(partOf(capsule, "trace.json")).contains("traceId=" + trace);
        } finally {
            send(request("/stop"));
        }
        assertThat(Integer.parseInt(hog.get(100, TimeUnit.SECONDS).body())).isPositive();
    }

    private JsonNode recentLosses() throws Exception {
        return json.readTree(send(request("/actuator/gmp")).body()).at("/schedulers/default/recentLosses");
    }

    private String capture() throws Exception {
        HttpRequest.Builder request = request("/actuator/gmpincidents")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"));
        return json.readTree(send(request).body()).at("/name").asString();
    }

    private String partOf(String capsule, String part) throws Exception {
        return send(request("/actuator/gmpincidents/" + capsule + "?part=" + part))
                .body();
    }

    /** Though no context goes over to the method. */
    @Test
    void anAsynchronousMethodHasThoseOfTheRequestThatCalledIt() throws Exception {
        String trace = "6bf92f3577b34da6a3ce929d0e0e4736";
        Seen seen = seen("/mail", trace, true);

        assertThat(seen.traceId()).isEmpty();
        assertThat(seen.ids()).containsEntry("traceId", trace).containsKey("spanId");
        assertThat(seen.labels()).containsEntry("method", SpanApplication.Mails.class.getName() + ".send");
    }

    @Test
    void eachRunOfAScheduledMethodHasATraceOfItsOwn() {
        await().atMost(PATIENCE).until(() -> ticks.seen.size() == 3);

        assertThat(ticks.seen)
                .allSatisfy(seen ->
                        assertThat(seen.ids()).isEqualTo(Map.of("traceId", seen.traceId(), "spanId", seen.spanId())))
                .extracting(Seen::traceId)
                .doesNotHaveDuplicates();
    }

    @Test
    void latenciesLeadToTraces() throws Exception {
        String trace = "8bf92f3577b34da6a3ce929d0e0e4736";
        for (String meter : new String[] {"gmp_scheduling_latency_seconds", "gmp_slice_length_seconds"}) {
            Pattern exemplar = Pattern.compile(
                    meter + "_bucket\\{.*} \\d+ # \\{span_id=\"[0-9a-f]{16}\",trace_id=\"" + trace + "\"} .*");
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(send(traced("/tasks", trace, true)).body()).isEqualTo("256");
                assertThat(scrape().lines())
                        .as(meter)
                        .anyMatch(line -> exemplar.matcher(line).matches());
            });
        }
    }

    private String scrape() throws Exception {
        return send(request("/actuator/prometheus").header("Accept", "application/openmetrics-text"))
                .body();
    }

    private Seen seen(String path, String trace, boolean sampled) throws Exception {
        return json.readValue(send(traced(path, trace, sampled)).body(), Seen.class);
    }

    private HttpRequest traced(String path, String trace, boolean sampled) {
        return request(path)
                .header("traceparent", "00-" + trace + "-" + ROOT_SPAN + (sampled ? "-01" : "-00"))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return send(request.build());
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return client.send(request, BodyHandlers.ofString());
    }
}
