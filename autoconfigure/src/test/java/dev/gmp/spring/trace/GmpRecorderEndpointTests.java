package dev.gmp.spring.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.endpoint.Problem;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The flight recorder over HTTP: what comes is the JSON that trace viewers read, of a known workload. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmprecorder",
            "management.endpoint.gmprecorder.access=read-only",
            "management.endpoint.gmprecorder.cache.time-to-live=1h",
            "gmp.recorder.size=1MB",
            "gmp.max-procs=2",
            "gmp.goroutines=direct"
        })
class GmpRecorderEndpointTests {

    private static final int TASKS = 6_400;

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Test
    void theFileHasWhatWasTimedOfAKnownWorkload() throws Exception {
        int filesBefore = files();
        CountDownLatch ended = new CountDownLatch(TASKS);
        for (int i = 0; i < TASKS; i++) {
            scheduler.execute(new Leaf(ended));
        }
        ended.await();
        HttpResponse<String> response = get(port, "");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).contains("json");
        ParsedTrace trace = ParsedTrace.of(new JsonMapper().readTree(response.body()));
        trace.assertSound();
        assertThat(trace.slices("Machines", "GmpRecorderEndpointTests$Leaf")).hasSizeBetween(50, TASKS / 2);
        assertThat(trace.dropped()).isZero();
        assertThat(files()).isLessThanOrEqualTo(filesBefore);
    }

    @Test
    void noAnswerIsKeptForTheNextClient() throws Exception {
        String first = get(port, "").body();

        assertThat(get(port, "").body()).isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            megabytes=0     | megabytes must be between 1 and 4096, but was 0
            megabytes=4097  | megabytes must be between 1 and 4096, but was 4097
            megabytes=few   | megabytes must be a whole number, but was few
            scheduler=other | scheduler must be one of [default], but was other
            """)
    void aBadParameterIsRefusedWithTheReason(String query, String message) throws Exception {
        HttpResponse<String> response = get(port, "?" + query);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(new JsonMapper().readTree(response.body()).at("/message").asString())
                .isEqualTo(message);
    }

    @Test
    void whereItIsOffTheAnswerSaysHowToSwitchItOn() {
        try (GmpScheduler without = GmpScheduler.builder().recorder(false).build()) {
            WebEndpointResponse<Object> answer =
                    new GmpRecorderEndpoint(List.of(without)).fetch(TraceFormat.CHROME_JSON, null, null);

            assertThat(answer.getStatus()).isEqualTo(404);
            assertThat(answer.getBody())
                    .isEqualTo(new Problem("the flight recorder is off; gmp.recorder.enabled=true switches it on"));
        }
    }

    private static int files() {
        String own = "gmp-trace-" + ProcessHandle.current().pid() + "-";
        return new File(System.getProperty("java.io.tmpdir")).list((folder, name) -> name.startsWith(own)).length;
    }

    private static HttpResponse<String> get(int port, String query) throws Exception {
        URI uri = URI.create("http://localhost:" + port + "/actuator/gmprecorder" + query);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private record Leaf(CountDownLatch ended) implements Runnable {

        @Override
        public void run() {
            ended.countDown();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
