package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.index.IndexProgress;
import dev.gmp.spring.task.GmpTaskScheduler;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** What is indexed is indexed again on a schedule, on the scheduler's own timers. */
@TestPropertySource(properties = "sample.index.reindex-interval=1s")
@DirtiesContext
class IndexScheduleTests extends ServiceTest {

    @Autowired
    private TaskScheduler taskScheduler;

    @Test
    void changesOnTheDiskAreFoundWithoutAskingForIt() {
        assertThat(taskScheduler).isInstanceOf(GmpTaskScheduler.class);
        assertThat(index.latest())
                .as("nothing is indexed before somebody says what")
                .isEmpty();
        Texts.folder(folder, Map.of("One.java", "class One {}"));
        IndexProgress first = startIndexing(folder);
        awaitIndexed();

        Texts.folder(folder, Map.of("Two.java", "class Two {}"));
        await().atMost(PATIENCE).until(() -> current.require().summary().files() == 2);
        assertThat(index.latest().orElseThrow().id()).isGreaterThan(first.id());
    }

    @Test
    void theServiceSaysWhenTheNextRunIsDue() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Instant asked = Instant.now();
            Object nextRun = http.get()
                    .uri("/index")
                    .exchange()
                    .expectBody(Map.class)
                    .returnResult()
                    .getResponseBody()
                    .get("nextRun");
            assertThat(nextRun).isNotNull();
            assertThat(Instant.parse(nextRun.toString())).isBetween(asked, asked.plusSeconds(30));
        });
    }
}
