package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gmp.GmpScheduler;
import dev.gmp.channel.Channel;
import dev.gmp.channel.ChannelClosedException;
import dev.gmp.config.GoroutineMode;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator sees of a leak and of a deadlock: endpoint, health and meters. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmpgoroutines,health",
            "management.endpoint.gmpgoroutines.access=read-only",
            "management.endpoint.gmp.show-stacks=always",
            "management.endpoint.health.show-details=always",
            "gmp.max-procs=2",
            "gmp.leaks.interval=1s",
            "gmp.leaks.threshold=1s"
        })
class LeaksAndDeadlocksTests {

    private static final Duration AMPLE = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Channel<String> channel = Channel.unbuffered();
    private Future<?> deadlocked;

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Autowired
    private MeterRegistry meters;

    @AfterEach
    void release() {
        channel.close();
        if (deadlocked != null) {
            deadlocked.cancel(true);
        }
    }

    private void receiveForEver() {
        try {
            channel.receive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ChannelClosedException released) {
            // at the end of the test
        }
    }

    @Test
    void aLeak() throws Exception {
        assumeTrue(scheduler.goroutines() == GoroutineMode.VIRTUAL, scheduler.goroutinesReason());
        Runnable receive = this::receiveForEver;
        await().atMost(AMPLE).pollInterval(Duration.ofMillis(300)).until(() -> {
            scheduler.execute(receive);
            return scheduler.snapshot().suspectedGoroutines() > 0;
        });

        JsonNode suspect = firstOf("suspects");
        assertThat(suspect.at("/count").asLong())
                .isGreaterThan(suspect.at("/grown").asLong());
        assertThat(suspect.at("/grown").asLong()).isGreaterThanOrEqualTo(3);
        assertThat(suspect.at("/waits/channel receive").asLong()).isPositive();
        assertThat(suspect.at("/stack").values())
                .anyMatch(frame -> frame.asString().contains("receiveForEver"));
        await().atMost(AMPLE)
                .untilAsserted(() -> assertThat(get("/actuator/gmpgoroutines?format=text"))
                        .contains("leak suspect: ", "# not told: ", " goroutines wait at channels: "));
        JsonNode health = json("/actuator/health/gmp");
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/details/warning").asString()).contains("goroutines seem to be forgotten");
        await().atMost(AMPLE)
                .until(() -> meters.get("gmp.leaks.suspected").gauge().value() > 0);
    }

    @Test
    void aDeadlock() throws Exception {
        CompletableFuture<Future<?>> own = new CompletableFuture<>();
        deadlocked = scheduler.submit(() -> own.get().get());
        own.complete(deadlocked);
        await().atMost(AMPLE).until(() -> scheduler.snapshot().deadlocks() == 1);

        JsonNode thread = firstOf("deadlocks").at("/threads/0");
        assertThat(thread.at("/heldBy").asLong()).isEqualTo(thread.at("/id").asLong());
        assertThat(thread.at("/task").asString()).startsWith(LeaksAndDeadlocksTests.class.getName());
        assertThat(thread.at("/waitsFor").asString()).startsWith("the result of ");
        assertThat(thread.at("/stack").isEmpty()).isFalse();
        await().atMost(AMPLE)
                .until(() ->
                        get("/actuator/gmpgoroutines?format=text").contains("deadlock: a thread waits for itself"));
        JsonNode health = json("/actuator/health/gmp");
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/details/warning").asString()).contains("deadlocks: 1");
        await().atMost(AMPLE).until(() -> meters.get("gmp.deadlocks").gauge().value() == 1);
    }

    /** Each request looks anew, and on a busy machine a look may take too long to find all. */
    private JsonNode firstOf(String field) {
        return await().atMost(AMPLE)
                .until(() -> json("/actuator/gmpgoroutines").at("/" + field + "/0"), found -> !found.isMissingNode());
    }

    private JsonNode json(String path) throws Exception {
        return new JsonMapper().readTree(get(path));
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
