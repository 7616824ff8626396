package dev.gmp.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.index.IndexProgress;
import dev.gmp.sample.index.IndexService;
import dev.gmp.sample.index.IndexState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The whole service on a real port and a real database file; one application serves all classes that extend this. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gmp.schedulers.reports.max-goroutines=2",
            "gmp.schedulers.reports.queue-capacity=5",
            "sample.index.on-start=false",
            "sample.index.reindex-interval=365d",
            "sample.index.max-file-size=64KB",
            "sample.search.timeout=10m",
            "sample.search.heartbeat=50ms"
        })
public abstract class ServiceTest {

    protected static final Duration PATIENCE = Duration.ofSeconds(100);

    @TempDir
    protected Path folder;

    @LocalServerPort
    protected int port;

    @Autowired
    protected IndexService index;

    @Autowired
    protected CurrentCorpus current;

    protected RestTestClient http;

    @DynamicPropertySource
    static void data(DynamicPropertyRegistry registry) {
        Path data =
                Path.of("target", "test-data", Long.toString(System.nanoTime())).toAbsolutePath();
        registry.add("sample.data-folder", data::toString);
    }

    /** What is awaited mostly comes sooner than after the 100 milliseconds at which Awaitility looks. */
    @BeforeAll
    static void lookSoonAndThenLessOften() {
        Duration longest = Duration.ofMillis(100);
        Awaitility.setDefaultPollInterval((poll, before) -> {
            Duration next = before.isZero() ? Duration.ofMillis(1) : before.multipliedBy(2);
            return next.compareTo(longest) < 0 ? next : longest;
        });
    }

    @BeforeEach
    void connect() {
        http = RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
    }

    protected IndexProgress startIndexing(Path path) {
        return http.post()
                .uri("/index")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("path", path.toString()))
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectBody(IndexProgress.class)
                .returnResult()
                .getResponseBody();
    }

    protected IndexProgress awaitIndexed() {
        IndexProgress ended = await().atMost(PATIENCE)
                .until(
                        () -> index.latest().orElseThrow(),
                        latest -> latest.state().hasEnded());
        assertThat(ended.state()).as(ended::toString).isEqualTo(IndexState.READY);
        return ended;
    }

    protected void index(Path path) {
        startIndexing(path);
        awaitIndexed();
    }
}
