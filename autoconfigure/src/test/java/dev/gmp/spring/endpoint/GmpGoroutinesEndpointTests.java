package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A profile over HTTP, in each of its forms, of tasks that wait for one latch. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmpgoroutines",
            "management.endpoint.gmpgoroutines.access=read-only",
            "management.endpoint.gmp.show-stacks=always",
            "management.endpoint.gmpgoroutines.cache.time-to-live=1h",
            "gmp.max-procs=2",
            "gmp.goroutines=direct"
        })
class GmpGoroutinesEndpointTests {

    private static final int WAITING = 5;

    /** Else a busy machine, where a thread waits longer than the default, would lead to a sample. */
    private static final String AMPLE = "budget=10000";

    private final CountDownLatch end = new CountDownLatch(1);

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @BeforeEach
    void wait5() {
        for (int i = 0; i < WAITING; i++) {
            scheduler.execute(this::waitForTheEnd);
        }
        await().until(() -> group(get("?" + AMPLE, null)).isPresent());
    }

    private void waitForTheEnd() {
        Goroutines.label("order", "17");
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void release() {
        end.countDown();
        await().until(() -> scheduler.snapshot().goroutines().live() == 0); // or the next test would count them too
    }

    @Test
    void asJson() throws Exception {
        HttpResponse<String> response = get("?" + AMPLE, null);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).contains("application/json");
        JsonNode profile = new JsonMapper().readTree(response.body());
        assertThat(profile.at("/scheduler").asString()).isEqualTo("default");
        assertThat(profile.at("/live").asLong()).isEqualTo(WAITING);
        assertThat(profile.at("/sampled").asBoolean()).isFalse();
        assertThat(profile.at("/stacksAllowed").asBoolean()).isTrue();
        JsonNode group = group(response).orElseThrow();
        assertThat(group.at("/labels/order=17").asLong()).isEqualTo(WAITING);
        assertThat(group.at("/tasks/" + GmpGoroutinesEndpointTests.class.getName() + "$$Lambda")
                        .asLong())
                .isEqualTo(WAITING);
        assertThat(group.at("/stack").values())
                .anyMatch(frame -> frame.asString().contains("waitForTheEnd"));
    }

    @Test
    void asTextToAClientThatAcceptsIt() throws Exception {
        HttpResponse<String> response = get("?" + AMPLE, "text/plain");
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).contains("text/plain");
        assertThat(response.body())
                .startsWith("goroutine profile: total 5\n")
                .contains("# labels: order=17 (5)\n# waits for: CountDownLatch (5)\n", "waitForTheEnd(");
    }

    @Test
    void asJsonToAClientWhoseAcceptHeaderIsEmpty() throws Exception {
        assertThat(get("", "").body()).startsWith("{\"scheduler\":\"default\"");
    }

    @Test
    void onRequestAsTextOrAsFoldedStacks() throws Exception {
        assertThat(get("?format=text&" + AMPLE, null).body()).startsWith("goroutine profile: total 5\n");
        assertThat(get("?format=folded&" + AMPLE, null).body())
                .contains(".waitForTheEnd;")
                .contains(" 5\n");
        assertThat(get("?format=json&limit=1&scheduler=default&" + AMPLE, "text/plain")
                        .body())
                .startsWith("{\"scheduler\":\"default\"");
    }

    /** The group of those that wait. */
    private Optional<JsonNode> group(HttpResponse<String> response) throws Exception {
        List<JsonNode> groups = List.copyOf(
                new JsonMapper().readTree(response.body()).at("/groups").values());
        return groups.stream()
                .filter(group -> group.at("/waits/CountDownLatch").asLong() == WAITING)
                .findFirst();
    }

    private HttpResponse<String> get(String query, String accept) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/gmpgoroutines" + query));
        if (accept != null) {
            request.header("Accept", accept);
        }
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
