package dev.gmp.spring.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.spring.Latches;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bulkheads and schedulers of their own, in the endpoint and in the health check over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmp,health",
            "management.endpoint.health.show-details=always",
            "gmp.schedulers.orders.max-goroutines=2",
            "gmp.schedulers.orders.queue-capacity=1",
            "gmp.schedulers.batch.max-procs=1"
        })
class BulkheadEndpointTests {

    private final CountDownLatch gate = new CountDownLatch(1);

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("orders")
    private ExecutorService orders;

    @AfterEach
    void release() {
        gate.countDown();
    }

    @Test
    void aBulkheadStandsBelowItsSchedulerAndASeparateOneBesideIt() throws Exception {
        for (int i = 0; i < 3; i++) {
            orders.execute(() -> Latches.await(gate));
        }
        JsonNode shown = get("/actuator/gmp").at("/schedulers/default/bulkheads");
        assertThat(shown.size()).isEqualTo(1);
        JsonNode bulkhead = shown.get(0);
        assertThat(bulkhead.get("name").asString()).isEqualTo("orders");
        assertThat(bulkhead.get("phase").asString()).isEqualTo("running");
        assertThat(bulkhead.get("live").asInt()).isEqualTo(2);
        assertThat(bulkhead.get("maxGoroutines").asInt()).isEqualTo(2);
        assertThat(bulkhead.get("queued").asInt()).isEqualTo(1);
        assertThat(bulkhead.get("queueCapacity").asInt()).isEqualTo(1);
        assertThat(bulkhead.get("admitted").asInt()).isEqualTo(2);
        assertThat(bulkhead.get("delayed").asInt()).isEqualTo(1);
        assertThat(bulkhead.at("/admissionWait/samples").asInt()).isEqualTo(2);
        assertThat(get("/actuator/gmp/batch").get("procs").asInt()).isEqualTo(1);
        assertThat(get("/actuator/gmp/batch").get("bulkheads").size()).isZero();

        JsonNode health = get("/actuator/health").at("/components/gmp");
        assertThat(health.at("/components/gmpScheduler/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/gmpScheduler/details/warning").asString())
                .isEqualTo("bulkhead 'orders' is full: 2 of 2 goroutines live, 1 of 1 tasks wait");
        assertThat(health.at("/components/batchScheduler/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/batchScheduler/details").has("warning"))
                .isFalse();
    }

    private JsonNode get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return new JsonMapper().readTree(response.body());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
