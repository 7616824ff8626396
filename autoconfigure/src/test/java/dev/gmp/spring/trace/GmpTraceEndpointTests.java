package dev.gmp.spring.trace;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording over HTTP: what comes is the JSON that trace viewers read, and holds what was done meanwhile. No answer is kept
 * for the next client that asks, whatever the settings say.
 */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmptrace",
            "management.endpoint.gmptrace.access=unrestricted",
            "management.endpoint.gmptrace.cache.time-to-live=1h",
            "gmp.max-procs=2",
            "gmp.goroutines=direct"
        })
class GmpTraceEndpointTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @AfterEach
    void forget() throws Exception {
        while (send("GET", "").statusCode() != 404) {
            send("DELETE", "");
        }
    }

    @Test
    void aHogAndATreeOfTasks() throws Exception {
        assertThat(send("GET", "").statusCode()).isEqualTo(404);
        HttpResponse<String> started = send("POST", "{\"seconds\": 60}");
        assertThat(started.statusCode()).isEqualTo(202);
        assertThat(started.body()).contains("\"scheduler\":\"default\"", "\"seconds\":60", "\"mostBytes\":256000000");

        BusyTask hog = BusyTask.on(scheduler);
        CountDownLatch children = new CountDownLatch(10);
        scheduler.execute(new Tree(scheduler, children));
        children.await();
        await().until(() -> scheduler.snapshot().runQueueDepth() == 0);
        assertThat(send("GET", "").statusCode()).isEqualTo(409);
        assertThat(send("POST", "{}").statusCode()).isEqualTo(409);
        assertThat(send("DELETE", "").statusCode()).isEqualTo(204);
        await().until(() -> send("GET", "").statusCode() == 200);
        hog.release();

        ParsedTrace trace =
                ParsedTrace.of(new JsonMapper().readTree(send("GET", "").body()));
        trace.assertSound();
        assertThat(trace.slices("Processors", "BusyTask")).isNotEmpty();
        assertThat(trace.slices("Machines", "BusyTask")).hasSize(1);
        assertThat(trace.slices("Machines", "GmpTraceEndpointTests$Tree")).hasSize(1);
        assertThat(trace.slices("Machines", "GmpTraceEndpointTests$Leaf")).hasSize(10);
        assertThat(trace.flowsTo("GmpTraceEndpointTests$Leaf")).hasSize(10).allMatch(from -> from.endsWith("Tree"));
        assertThat(trace.flowsTo("GmpTraceEndpointTests$Tree")).containsExactly("readies");
        assertThat(trace.dropped()).isZero();
    }

    @Test
    void itEndsByItself() throws Exception {
        assertThat(send("POST", "{\"seconds\": 1, \"scheduler\": \"default\"}").statusCode())
                .isEqualTo(202);
        await().until(() -> send("GET", "").statusCode() == 200);
        scheduler.startTrace().close(); // nothing records any more
        send("DELETE", "");
        assertThat(send("GET", "").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "seconds, 0",
        "seconds, 61",
        "events, 999",
        "events, 2000001",
        "megabytes, 0",
        "megabytes, 4097",
        "scheduler, 7"
    })
    void aValueOutOfItsRange(String name, String value) throws Exception {
        HttpResponse<String> response = send("POST", "{\"%s\": %s}".formatted(name, value));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .startsWith("{\"message\":\"" + name + " must be ")
                .contains("but was " + value);
        scheduler.startTrace().close();
    }

    private HttpResponse<String> send(String method, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/gmptrace"))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private record Tree(GmpScheduler scheduler, CountDownLatch ended) implements Runnable {

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                scheduler.execute(new Leaf(ended));
            }
        }
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
