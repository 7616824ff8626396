package dev.gmp.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The sample in a container with little memory, under many goroutines. */
@ContainerTest
class MemoryLimitTests {

    private static final int PARKED = 1_000;
    private static final int SEARCHES = 200;

    /** The kernel kills a container that takes more than its limit. A request that waits has its buffers, but no thread. */
    @Test
    void servesAThousandParkedGoroutinesIn384Megabytes() {
        try (SampleContainer container = new SampleContainer()
                .withMegabytes(384)
                .withEnv(SampleContainer.JVM_OPTIONS, "-XX:MaxRAMPercentage=60")) {
            container.withSetting("server.tomcat.connection-timeout", "10m").start();
            List<SlowRequest> parked = new ArrayList<>();
            try {
                for (int request = 0; request < PARKED; request++) {
                    parked.add(SlowRequest.begin(container, "/nowhere"));
                }
                await().atMost(Duration.ofMinutes(4))
                        .untilAsserted(() -> assertThat(container.meter("gmp.goroutines?tag=state:waiting"))
                                .isGreaterThanOrEqualTo(PARKED));
                List<CompletableFuture<JsonNode>> searches = new ArrayList<>();
                for (int search = 0; search < SEARCHES; search++) {
                    searches.add(container.send("/search?limit=1&q=" + SampleContainer.encode("z{3}")));
                }
                searches.forEach(search ->
                        assertThat(search.join().at("/outcome").asString()).isEqualTo("COMPLETE"));
                assertThat(parked)
                        .allSatisfy(request ->
                                assertThat(request.end()).as("no such folder").isBetween(400, 499));
            } finally {
                parked.forEach(SlowRequest::close);
            }
            assertThat(container.meter("gmp.threads")).as("threads").isLessThan(PARKED / 10.0);
            ContainerState state = container.state();
            assertThat(state.getRunning()).isTrue();
            assertThat(state.getOOMKilled()).isFalse();
        }
    }
}
