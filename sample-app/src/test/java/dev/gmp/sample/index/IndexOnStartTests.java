package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gmp.GmpScheduler;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.sample.Database;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.Roots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.unit.DataSize;

/** What the service does once the application is ready. Runs go on until the test ends. */
class IndexOnStartTests {

    @TempDir
    Path folder;

    @TempDir
    Path data;

    private final CountDownLatch testEnds = new CountDownLatch(1);
    private final GmpScheduler scheduler =
            GmpScheduler.builder().name("index-test").maxProcs(2).build();
    private final Processes processes = Processes.builder(scheduler)
            .register(ProcessType.of(
                    IndexerProcess.TYPE, () -> new IndexerProcess(properties(null)), IndexerProcess.INDEX))
            .handleOnGoroutine(ListFiles.class, command -> {
                testEnds.await();
                return List.of();
            })
            .handleOnGoroutine(EndRun.class, command -> null)
            .build();
    private SingleConnectionDataSource database;

    @BeforeEach
    void openDatabase() {
        database = Database.open(data);
    }

    @AfterEach
    void close() {
        testEnds.countDown();
        processes.close();
        scheduler.close();
        database.close();
    }

    @Test
    void aWrongSourceInTheSettingsStopsTheStart() {
        IndexService service = service(folder.resolve("absent"));
        assertThatIllegalStateException()
                .isThrownBy(service::indexOnStart)
                .withMessageContaining("sample.index.source")
                .withMessageContaining("absent");
    }

    @Test
    void aRunThatSomebodyStartedBeforeGoesOn() {
        IndexService service = service(null);
        IndexProgress begun = service.start(folder.toString());

        service.indexOnStart();
        assertThat(service.latest()).map(IndexProgress::id).contains(begun.id());
        assertThat(service.cancel()).as("it is still under way").isPresent();
    }

    private IndexService service(@Nullable Path source) {
        IndexHistory history = new IndexHistory(JdbcClient.create(database), new JdbcTemplate(database));
        return new IndexService(processes, properties(source), new CurrentCorpus(), history, Roots.EVERYTHING);
    }

    private static IndexProperties properties(@Nullable Path source) {
        return new IndexProperties(
                source == null ? null : source.toString(),
                true,
                Duration.ofHours(1),
                DataSize.ofBytes(10),
                null,
                10,
                10,
                Set.of(),
                null);
    }
}
