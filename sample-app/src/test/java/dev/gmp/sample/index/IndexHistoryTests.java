package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.Database;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.corpus.ExtensionSummary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

class IndexHistoryTests {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.123456Z");

    @TempDir
    Path data;

    private @Nullable SingleConnectionDataSource database;

    @Test
    void keepsARunInTheFileAcrossAStart() {
        IndexHistory first = open();
        long id = first.started("/src.zip", NOW);
        first.indexed(
                progress(id),
                Corpus.of("/src.zip", NOW, List.of(Document.of("A.java", "1\n2\n", 4), Document.of("b", "1", 1))));
        assertThat(data.resolve("statistics.mv.db")).isRegularFile();

        IndexHistory second = open();
        assertThat(second.last(10))
                .containsExactly(new IndexRecord(id, "/src.zip", "READY", NOW, 77, 9, 3, 3, 5, 12, null));
        assertThat(second.extensionsOf(id))
                .containsExactly(new ExtensionSummary("java", 1, 2, 4), new ExtensionSummary("", 1, 1, 1));
        assertThat(second.extensionsOf(id + 1)).isEmpty();
    }

    @Test
    void aRunWhoseEndWasNeverStoredIsLost() {
        long id = open().started("/a", NOW);
        assertThat(open().last(1)).singleElement().satisfies(run -> {
            assertThat(run.id()).isEqualTo(id);
            assertThat(run.state()).isEqualTo("LOST");
        });
    }

    @Test
    void theNewestRunComesFirstAndOldOnesAreForgotten() {
        IndexHistory history = open();
        for (int i = 0; i < 1_005; i++) {
            history.started("/a", NOW);
        }
        assertThat(history.last(2)).extracting(IndexRecord::id).containsExactly(1_005L, 1_004L);
        assertThat(history.last(5_000)).hasSize(1_000);
    }

    /** As at a start of the application: what was open before is closed. */
    private IndexHistory open() {
        close();
        database = Database.open(data);
        return new IndexHistory(JdbcClient.create(database), new JdbcTemplate(database));
    }

    @AfterEach
    void close() {
        if (database != null) {
            database.close();
        }
    }

    private static IndexProgress progress(long id) {
        return new IndexProgress(
                id,
                "/src.zip",
                IndexState.READING,
                NOW,
                77,
                12,
                12,
                100,
                5,
                12,
                Map.of(SkipReason.BINARY, 3L),
                List.of(),
                null);
    }
}
