package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.observe.SchedulerCounters;
import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchService;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** The work of this service is done by the scheduler that the starter brings. Its two heartbeats beat once, at the start. */
@TestPropertySource(properties = "sample.search.heartbeat=1h")
@DirtiesContext
class SchedulerTests extends ServiceTest {

    /** Tomcat's goroutines are counted too: one may begin at any time to end a connection of an earlier test. */
    private static final long OTHERS = 50;

    @Autowired
    private GmpScheduler scheduler;

    @Autowired
    private SearchService searches;

    @BeforeEach
    void awaitTheHeartbeats() {
        await().atMost(PATIENCE).until(() -> {
            SchedulerCounters counters = scheduler.snapshot().counters();
            return counters.created() >= 2 && counters.completed() == counters.created();
        });
    }

    @Test
    void anIndexRunIsAGoroutineForEachFileAndTheTurnsOfAProcess() {
        Map<String, String> files =
                IntStream.range(0, 300).boxed().collect(Collectors.toMap(i -> "f" + i, i -> "text"));
        Path archive = Texts.zip(folder.resolve("t.zip"), files);
        long before = scheduler.snapshot().counters().created();
        index.start(archive.toString());
        awaitIndexed();
        assertThat(scheduler.snapshot().counters().created() - before).isBetween(303L, 700L + OTHERS);
    }

    @Test
    void aSearchIsAGoroutineForEachShard() {
        String text = "-".repeat(60_000);
        index(Texts.zip(
                folder.resolve("t.zip"),
                IntStream.range(0, 60).boxed().collect(Collectors.toMap(i -> "f" + i, i -> text))));
        long before = scheduler.snapshot().counters().created();
        int goroutines = searches.start(new SearchRequest("x", null, false, 0, 1, null))
                .result()
                .orTimeout(100, TimeUnit.SECONDS)
                .join()
                .goroutines();
        assertThat(goroutines).isEqualTo(4);
        assertThat(scheduler.snapshot().counters().created() - before).isBetween(4L, 4L + OTHERS);
    }

    @Test
    void aRequestIsAGoroutine() {
        long before = scheduler.snapshot().counters().created();
        http.get().uri("/api/ping").exchange().expectStatus().isOk();
        assertThat(scheduler.snapshot().counters().created()).isGreaterThan(before);
    }

    @Test
    void theEndpointHasTheFiguresThatThePageShows() {
        String name = scheduler.name();
        http.get()
                .uri("/actuator/gmp")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.schedulers.length()")
                .isEqualTo(1)
                .jsonPath("$.schedulers." + name + ".globalQueueDepth")
                .isNumber()
                .jsonPath("$.schedulers." + name + ".machines.spinning")
                .isNumber()
                .jsonPath("$.schedulers." + name + ".goroutines.runnable")
                .isNumber()
                .jsonPath("$.schedulers." + name + ".counters.steals")
                .isNumber()
                .jsonPath("$.schedulers." + name + ".processors[0].runQueueDepth")
                .isNumber();
    }
}
