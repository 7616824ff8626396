package dev.gmp.spring.health;

import static dev.gmp.spring.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.GmpScheduler;
import dev.gmp.Goroutines;
import dev.gmp.config.GoroutineMode;
import dev.gmp.spring.BusyTask;
import dev.gmp.spring.lifecycle.BusyMachines;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the health endpoint says over HTTP of a scheduler with two machines and no more. */
class SchedulerHealthTests {

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch release = new CountDownLatch(1);

    private ConfigurableApplicationContext context;
    private GmpScheduler scheduler;

    @AfterEach
    void close() {
        release.countDown();
        if (context != null) {
            context.close();
        }
    }

    @Test
    void aStalledSchedulerIsDownUntilItGetsOn() throws Exception {
        start("1s");
        assertThat(health("").statusCode()).isEqualTo(200);
        CountDownLatch begun = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            scheduler.execute(() -> {
                begun.countDown();
                blockHere();
            });
        }
        begun.await();
        Future<String> waiting = scheduler.submit(() -> "run");

        await().until(() -> health("/gmp").statusCode() == 503);
        JsonNode down = json(health("/gmp"));
        assertThat(down.at("/status").asString()).isEqualTo("DOWN");
        assertThat(down.at("/details/reason").asString())
                .isEqualTo(
                        "tasks wait, and no task has started for PT1S; all 2 worker threads that threads.max allows are in use");
        assertThat(down.at("/details/waiting").asInt()).isEqualTo(1);
        assertThat(down.at("/details/doing").size()).isEqualTo(2);
        assertThat(down.at("/details/doing/0").asString())
                .startsWith("gmp-default-m0 blocked: ")
                .contains("SchedulerHealthTests.blockHere(SchedulerHealthTests.java:");
        assertThat(json(health("")).at("/components/gmp/status").asString()).isEqualTo("DOWN");
        assertThat(health("/liveness").statusCode()).isEqualTo(200);
        assertThat(health("/readiness").statusCode()).isEqualTo(200);

        release.countDown();
        assertThat(waiting.get()).isEqualTo("run");
        await().until(() -> health("/gmp").statusCode() == 200);
        assertThat(json(health("/gmp")).at("/details/doing").isMissingNode()).isTrue();
    }

    @Test
    void atTheLimitOfMachinesItIsUpWithAWarning() throws Exception {
        start("1h");
        assertThat(json(health("/gmp")).at("/details/warning").isMissingNode()).isTrue();
        BusyTask first = BusyTask.on(scheduler);
        BusyTask second = BusyTask.on(scheduler);
        Future<?> waiting = scheduler.submit(() -> {});

        HttpResponse<String> response = health("/gmp");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).at("/details/warning").asString())
                .isEqualTo("all 2 worker threads that threads.max allows are in use");
        first.release();
        second.release();
        waiting.get();
        await().until(() -> json(health("/gmp")).at("/details/warning").isMissingNode());
    }

    /** A goroutine that is locked to its machine keeps it while it waits. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void machinesWithALockedGoroutineThatWaitsAreInUse() throws Exception {
        start("1h", "virtual");
        for (int i = 0; i < 2; i++) {
            scheduler.execute(() -> {
                Goroutines.lockMachine();
                blockHere();
                Goroutines.unlockMachine();
            });
        }
        await().until(() -> scheduler.snapshot().machineCounts().locked() == 2);
        Future<?> waiting = scheduler.submit(() -> {});

        assertThat(json(health("/gmp")).at("/details/warning").asString())
                .isEqualTo("all 2 worker threads that threads.max allows are in use,"
                        + " 2 of them locked to a waiting task");
        assertThat(BusyMachines.describe(scheduler, scheduler.snapshot()))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains(" locked: ", ".blockHere("));
        release.countDown();
        waiting.get();
    }

    /** Tasks are begun all the time, so it is no stall, and still one waits for seconds. */
    @Test
    void underLongSaturationItIsUpWithAWarning() throws Exception {
        start("1s"); // what waits for so long makes it saturated, too
        AtomicBoolean stop = new AtomicBoolean();
        for (int i = 0; i < 1_000; i++) {
            scheduler.execute(() -> {
                if (!stop.get()) {
                    LockSupport.parkNanos(20_000_000);
                }
            });
        }
        HttpResponse<String> response = await().atMost(60, TimeUnit.SECONDS)
                .until(
                        () -> health("/gmp"),
                        answer -> answer.statusCode() == 200
                                && json(answer)
                                        .at("/details/warning")
                                        .asString("")
                                        .contains("saturated"));
        stop.set(true);
        assertThat(json(response).at("/details/warning").asString())
                .containsPattern("saturated: all 2 processors are busy, and a task has waited for PT\\d");
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> json(health("/gmp")).at("/details/warning").isMissingNode());
    }

    @Test
    void aFullQueueIsAWarning() {
        try (GmpScheduler small = bounded()) {
            SchedulerHealthIndicator health = new SchedulerHealthIndicator(small);
            BusyTask busy = BusyTask.on(small);
            small.execute(() -> {});
            small.execute(() -> {});
            assertThat(warning(health)).doesNotContain("queue");
            small.execute(() -> {});
            assertThat(warning(health)).contains("the queue is full: 3 tasks wait, and queue-capacity is 3");
            busy.release();
        }
    }

    /** They wait, too, but not in the queue that is bounded by that number. */
    @Test
    void idleTasksFillAQueueOfTheirOwn() {
        try (GmpScheduler small = bounded()) {
            SchedulerHealthIndicator health = new SchedulerHealthIndicator(small);
            BusyTask busy = BusyTask.on(small);
            for (int i = 0; i < 4; i++) {
                small.executeIdle(() -> {});
            }
            assertThat(warning(health)).doesNotContain("queue");
            small.executeIdle(() -> {});
            assertThat(warning(health))
                    .contains("the idle queue is full: 5 tasks wait, and idle-queue-capacity is 5")
                    .doesNotContain("the queue is full");
            busy.release();
        }
    }

    private static GmpScheduler bounded() {
        return GmpScheduler.builder()
                .goroutines(GoroutineMode.DIRECT)
                .maxProcs(1)
                .maxMachines(1)
                .queueCapacity(3)
                .idleQueueCapacity(5)
                .build();
    }

    private static String warning(SchedulerHealthIndicator health) {
        return String.valueOf(health.health().getDetails().get("warning"));
    }

    @Test
    void oneThatIsShutDownIsOutOfService() throws Exception {
        start("1h");
        scheduler.shutdown();
        HttpResponse<String> response = health("/gmp");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(json(response).at("/status").asString()).isEqualTo("OUT_OF_SERVICE");
        assertThat(json(response).at("/details/reason").asString()).contains("shut down");
    }

    private void start(String stallAfter) {
        start(stallAfter, "direct");
    }

    private void start(String stallAfter, String goroutines) {
        context = new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .run(
                        "--server.port=0",
                        "--management.endpoint.health.show-details=always",
                        "--management.endpoint.health.probes.enabled=true",
                        "--gmp.goroutines=" + goroutines,
                        "--gmp.max-procs=2",
                        "--gmp.threads.max=2",
                        "--gmp.stall-after=" + stallAfter);
        scheduler = context.getBean("gmpScheduler", GmpScheduler.class);
    }

    private void blockHere() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<String> health(String path) throws IOException, InterruptedException {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        URI uri = URI.create("http://localhost:" + port + "/actuator/health" + path);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return new JsonMapper().readTree(response.body());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
