package dev.gmp.sample.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Beside a tracing agent, the sample starts and serves requests on virtual goroutines while searches compute without end. The
 * agents are those that the build downloads, or the jars that {@code sample.agents} names, with commas between.
 */
@Tag("long")
@EnabledForJreRange(min = JRE.JAVA_21)
class SampleBesideAgentsTests {

    /** More than there are processors. */
    private static final int HOGS = 2 * Runtime.getRuntime().availableProcessors() + 2;

    private static final int REQUESTS = 100;

    private static final String SCHEDULER = "$.schedulers.default";

    @TempDir
    private Path folder;

    static List<Path> agents() throws IOException {
        String named = System.getProperty("sample.agents", "");
        if (!named.isBlank()) {
            return Arrays.stream(named.split(",")).map(Path::of).toList();
        }
        try (Stream<Path> downloaded = Files.list(Path.of("target", "agents"))) {
            return downloaded.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("agents")
    void theSampleServesRequestsWhileSearchesComputeWithoutEnd(Path agent) throws Exception {
        Path texts = Texts.zip(
                folder.resolve("texts.zip"), Map.of("endless", "a".repeat(60) + "!", "short", "the needle is here"));
        try (SampleProcess sample = SampleProcess.start(
                agent,
                folder,
                "--sample.index.source=" + texts,
                "--sample.index.reindex-interval=1s",
                "--sample.search.timeout=1h")) {
            assertThat(sample.<String>get("/actuator/info", "$.gmp.schedulers.default.goroutines"))
                    .as(sample::output)
                    .isEqualTo("virtual");
            await(
                    sample,
                    () -> assertThat(sample.<String>get("/index", "$.run.state"))
                            .isEqualTo("READY"));
            for (int i = 0; i < HOGS; i++) {
                sample.searchWithoutEnd();
            }
            await(
                    sample,
                    () -> assertThat(sample.<Integer>get("/search/running", "$.length()"))
                            .isEqualTo(HOGS));

            eachRequestIsAGoroutine(sample);
            assertThat(sample.get("/search?q=needle")).contains("the needle is here");
            scheduledRunsGoOn(sample);

            assertThat(sample.<Integer>get("/search/running", "$.length()")).isEqualTo(HOGS);
            assertThat(sample.output()).doesNotContain("a virtual thread cannot be run", "VerifyError");
        }
    }

    private static void eachRequestIsAGoroutine(SampleProcess sample) throws Exception {
        int before = created(sample);
        for (int i = 0; i < REQUESTS; i++) {
            sample.getAlone("/api/ping");
        }
        assertThat(created(sample) - before).isGreaterThanOrEqualTo(REQUESTS);
    }

    /** The sample indexes again and again, by a {@code @Scheduled} method. */
    private static void scheduledRunsGoOn(SampleProcess sample) throws Exception {
        int before = sample.get("/index/history?limit=1", "$[0].id");
        await(
                sample,
                () -> assertThat(sample.<Integer>get("/index/history?limit=1", "$[0].id"))
                        .isGreaterThan(before + 1));
    }

    private static int created(SampleProcess sample) throws Exception {
        return sample.get("/actuator/gmp", SCHEDULER + ".counters.created");
    }

    private static void await(SampleProcess sample, ThrowingRunnable condition) {
        Awaitility.await().atMost(SampleProcess.PATIENCE).untilAsserted(condition);
    }
}
