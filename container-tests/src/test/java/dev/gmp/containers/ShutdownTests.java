package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What {@code docker stop} and Kubernetes do: SIGTERM, and SIGKILL for who does not end in time. */
@ContainerTest
class ShutdownTests {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** 128 and the number of the signal. 137 would be SIGKILL. */
    private static final long ENDED_BY_SIGTERM = 143;

    private static final String ENDLESS =
            "/search?q=" + SampleContainer.encode(SampleImage.ENDLESS_QUERY) + "&timeout=";

    /** As long as a machine may take that does everything slowly. */
    private static final String LONG = "3m";

    private final SampleContainer container = new SampleContainer();

    @AfterEach
    void stop() {
        container.stop();
    }

    @Test
    void requestsAndSearchesUnderWayAreAnsweredBeforeTheEnd() {
        container
                .withSetting("server.tomcat.connection-timeout", LONG)
                .withSetting("spring.lifecycle.timeout-per-shutdown-phase", LONG)
                .start();
        try (SlowRequest request = SlowRequest.begin(container, "/nowhere")) {
            CompletableFuture<JsonNode> search = runningSearch("3s");

            terminate();
            awaitLog("Commencing graceful shutdown");

            assertThat(request.end()).isBetween(400, 499);
            assertThat(search.join().at("/outcome").asString()).isEqualTo("TIMED_OUT");
            awaitEnd();
        }
        assertThat(container.state().getExitCodeLong()).isEqualTo(ENDED_BY_SIGTERM);
        assertThat(container.getLogs())
                .contains("Graceful shutdown complete")
                .doesNotContain("Interrupting", "aborted");
    }

    @Test
    void whatDoesNotEndIsNamedAndInterruptedBeforeDockerKills() {
        container
                .withSetting("spring.lifecycle.timeout-per-shutdown-phase", "1s")
                .withSetting("gmp.shutdown.await-termination-period", "1s")
                .withSetting("logging.level.dev.gmp.sample.web", "debug")
                .start();
        CompletableFuture<JsonNode> search = runningSearch("10m");

        terminate();
        awaitEnd();

        assertThat(container.state().getExitCodeLong()).isEqualTo(ENDED_BY_SIGTERM);
        assertThat(container.getLogs())
                .contains("Graceful shutdown aborted with one or more requests still active")
                .satisfiesAnyOf(
                        logs -> assertThat(logs)
                                .contains(
                                        "Scheduler 'default' still ran tasks 1000 ms after it was asked to stop. Interrupting"),
                        // Tomcat has told the application of a request's end before the scheduler was asked, or not.
                        logs -> assertThat(logs).contains("The client of SearchProgress"));
        assertThat(search.handle((answer, error) ->
                                error == null ? answer.at("/outcome").asString() : "cut off")
                        .join())
                .isNotEqualTo("COMPLETE");
    }

    /** Sends a search that runs until its timeout. One that ends before it is seen running is sent again. */
    private CompletableFuture<JsonNode> runningSearch(String timeout) {
        AtomicReference<CompletableFuture<JsonNode>> last = new AtomicReference<>(container.send(ENDLESS + timeout));
        await().atMost(PATIENCE).until(() -> {
            CompletableFuture<JsonNode> search = last.get();
            boolean ended = search.isDone();
            boolean running = !container.get("/search/running").isEmpty();
            if (ended && !running) {
                assertThat(search.join().at("/outcome").asString()).isEqualTo("TIMED_OUT");
                last.set(container.send(ENDLESS + timeout));
            }
            return running && !ended;
        });
        return last.get();
    }

    private void terminate() {
        container
                .getDockerClient()
                .killContainerCmd(container.getContainerId())
                .withSignal("SIGTERM")
                .exec();
    }

    private void awaitLog(String text) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(container.getLogs()).contains(text));
    }

    private void awaitEnd() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(container.state().getRunning()).isFalse());
    }
}
