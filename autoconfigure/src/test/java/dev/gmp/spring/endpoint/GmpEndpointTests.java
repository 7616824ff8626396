package dev.gmp.spring.endpoint;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.BusyTask;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the endpoint says over HTTP while a task runs and three wait. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=gmp",
            "gmp.max-procs=1",
            "gmp.goroutines=direct",
            "gmp.threads.max=1",
            "gmp.schedtrace-interval=5m"
        })
class GmpEndpointTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private GmpScheduler scheduler;

    @Test
    void theSnapshotAsJson() throws Exception {
        BusyTask busy = BusyTask.on(scheduler);
        for (int i = 0; i < 3; i++) {
            scheduler.execute(() -> {});
        }
        for (int i = 0; i < 2; i++) {
            scheduler.executeIdle(() -> {});
        }
        ScheduledFuture<?> delayed = scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        HttpResponse<String> response = get("/actuator/gmp", "*/*");
        delayed.cancel(false);
        busy.release();

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/vnd.spring-boot.actuator"));
        JsonNode json = new JsonMapper().readTree(response.body()).at("/schedulers/default");
        assertThat(names(json))
                .containsExactlyInAnyOrder(
                        "time",
                        "phase",
                        "stalled",
                        "deadlocks",
                        "suspectedGoroutines",
                        "cpuQuota",
                        "uptime",
                        "procs",
                        "idleProcs",
                        "spinningMachines",
                        "runQueueDepth",
                        "globalQueueDepth",
                        "queued",
                        "idleQueued",
                        "timersPending",
                        "netpollWaiters",
                        "goroutines",
                        "machines",
                        "counters",
                        "schedulingLatency",
                        "sliceLength",
                        "times",
                        "processors",
                        "oldestRunnable",
                        "machineDetails",
                        "machinePage",
                        "recentLosses",
                        "taskKinds",
                        "stacksAllowed",
                        "bulkheads",
                        "settings");
        assertThat(json.at("/phase").asString()).isEqualTo("running");
        assertThat(json.at("/uptime").asString()).startsWith("PT");
        assertThat(json.at("/procs").asInt()).isEqualTo(1);
        assertThat(json.at("/runQueueDepth").asInt()).isEqualTo(3);
        assertThat(json.at("/queued").isNull())
                .as("nothing counts without a limit")
                .isTrue();
        assertThat(json.at("/idleQueued").asInt()).isEqualTo(2);
        assertThat(json.at("/timersPending").asInt()).isEqualTo(1);
        assertThat(json.at("/goroutines/runnable").asInt()).isEqualTo(5);
        assertThat(sum(json.at("/goroutines"), "running", "syscall")).isEqualTo(1);
        assertThat(sum(json.at("/machines"), "running", "blocked", "overtime")).isEqualTo(1);
        assertThat(names(json.at("/machines")))
                .containsExactlyInAnyOrder("running", "spinning", "blocked", "overtime", "locked", "idle");
        assertThat(json.at("/counters/created").asLong())
                .isEqualTo(json.at("/counters/completed").asLong() + 6);
        assertThat(json.at("/processors/0/id").asInt()).isZero();
        assertThat(json.at("/machineDetails/0/running").asString()).isEqualTo(BusyTask.class.getName());
        assertThat(json.at("/machineDetails/0/state").asString()).isIn("running", "blocked", "overtime");
        assertThat(json.at("/machineDetails/0/thread").asString()).startsWith("gmp-default-m");
        assertThat(json.at("/settings").toString()).isEqualTo("""
                        {"maxProcs":1,"goroutines":"direct","timeSlice":"PT0.01S","maxMachines":1,\
                        "machineKeepAlive":"PT1M","queueCapacity":null,"idleQueueCapacity":10000,"rejectionPolicy":"abort",\
                        "schedtraceInterval":"PT5M","goroutineTimes":false,"stallAfter":"PT10S","overtimePolicy":"keep-priority","overtimeNice":10,"cpuPacing":true,"recorderBytes":4194304,"taskKinds":true}""");
        await().until(() -> scheduler.snapshot().goroutines().live() == 0);
    }

    @Test
    void oneScheduler() throws Exception {
        HttpResponse<String> response = get("/actuator/gmp/default", "application/json");
        assertThat(new JsonMapper().readTree(response.body()).at("/procs").asInt())
                .isEqualTo(1);
        assertThat(get("/actuator/gmp/reports", "application/json").statusCode())
                .isEqualTo(404);
    }

    @Test
    void schedtraceAsText() throws Exception {
        HttpResponse<String> response = get("/actuator/gmp", "text/plain");
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(response.body().lines())
                .anyMatch(line -> line.matches("default SCHED \\d+ms: gomaxprocs=1 idleprocs=.*"))
                .anyMatch(line -> line.startsWith("  P0: status="));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/vnd.spring-boot.actuator.v3+json",
                "application/json, text/plain;q=0.5",
                "text/html, application/xhtml+xml, */*;q=0.8"
            })
    void whoeverDoesNotInsistOnTextGetsJson(String accept) throws Exception {
        assertThat(get("/actuator/gmp", accept).body()).startsWith("{\"schedulers\":{\"default\":{");
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept", accept)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int sum(JsonNode counts, String... states) {
        return Stream.of(states).mapToInt(state -> counts.get(state).asInt()).sum();
    }

    private static Set<String> names(JsonNode json) {
        return Set.copyOf(json.propertyNames());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
