package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gmp.sample.Database;
import dev.gmp.sample.Texts;
import dev.gmp.sample.corpus.CorpusSummary;
import dev.gmp.sample.corpus.CurrentCorpus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.unit.DataSize;

/** Runs the goroutines of an index run one by one, by hand, on a real database and real files. */
class IndexServiceTests {

    private static final int LARGEST_FILE = 1_000;

    @TempDir
    Path folder;

    @TempDir
    Path data;

    private final Queue<Runnable> goroutines = new ArrayDeque<>();
    private final CurrentCorpus current = new CurrentCorpus();
    private SingleConnectionDataSource database;
    private IndexHistory history;

    @BeforeEach
    void openDatabase() {
        database = Database.open(data);
        history = new IndexHistory(JdbcClient.create(database), new JdbcTemplate(database));
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void eachFileIsReadOnAGoroutineOfItsOwnAndProgressShowsIt() {
        Texts.folder(folder, files(4));
        IndexService service = service(null, 100, goroutines::add);

        IndexProgress begun = service.start(folder.toString());
        assertThat(begun.state()).isEqualTo(IndexState.READING);
        assertThat(begun.found()).isEqualTo(4);
        assertThat(begun.done()).isZero();
        assertThat(goroutines).hasSize(4);
        assertThat(history.last(1).get(0).state()).isEqualTo("RUNNING");

        for (int done = 1; done <= 4; done++) {
            assertThat(current.get()).as("not before the last file").isEmpty();
            goroutines.remove().run();
            assertThat(service.latest().orElseThrow().done()).isEqualTo(done);
            assertThat(service.latest().orElseThrow().percent()).isEqualTo(25 * done);
        }

        IndexProgress ended = service.latest().orElseThrow();
        assertThat(ended.state()).isEqualTo(IndexState.READY);
        assertThat(ended.goroutines()).isEqualTo(4);
        assertThat(current.require().summary().files()).isEqualTo(4);
        IndexRecord stored = history.last(1).get(0);
        assertThat(stored.state()).isEqualTo("READY");
        assertThat(stored.files()).isEqualTo(4);
        assertThat(stored.byteCount()).isEqualTo(ended.bytes());
    }

    @Test
    void onlySoManyFilesAreUnderWayAtOnce() {
        Texts.folder(folder, files(10));
        IndexService service = service(null, 3, goroutines::add);

        service.start(folder.toString());
        for (int done = 0; done < 10; done++) {
            assertThat(goroutines).hasSize(Math.min(3, 10 - done));
            goroutines.remove().run();
        }
        assertThat(goroutines).isEmpty();
        assertThat(service.latest().orElseThrow().goroutines()).isEqualTo(10);
        assertThat(current.require().summary().files()).isEqualTo(10);
    }

    @Test
    void oneFileAfterTheOtherIsOneRun() {
        Texts.folder(folder, files(5));
        IndexService service = service(null, 1, goroutines::add);

        service.start(folder.toString());
        for (int done = 0; done < 5; done++) {
            assertThat(service.latest().orElseThrow().state()).isEqualTo(IndexState.READING);
            goroutines.remove().run();
        }
        assertThat(service.latest().orElseThrow().state()).isEqualTo(IndexState.READY);
        assertThat(current.require().summary().files()).isEqualTo(5);
    }

    @Test
    void anExecutorWithoutRoomLeavesTheWorkToTheGoroutinesThereAre() {
        Texts.folder(folder, files(20));
        IndexService service = service(null, 100, task -> {
            if (goroutines.size() == 3) {
                throw new RejectedExecutionException("full");
            }
            goroutines.add(task);
        });

        service.start(folder.toString());
        assertThat(service.latest().orElseThrow().done())
                .as("read by the starting goroutine")
                .isEqualTo(17);
        while (!goroutines.isEmpty()) {
            goroutines.remove().run();
        }
        assertThat(service.latest().orElseThrow().state()).isEqualTo(IndexState.READY);
        assertThat(service.latest().orElseThrow().goroutines()).isEqualTo(3);
        assertThat(current.require().summary().files()).isEqualTo(20);
    }

    @Test
    void whatIsLeftOutIsCountedByItsReason() {
        Texts.folder(
                folder, Map.of("text", "x", "long", "x".repeat(LARGEST_FILE + 1), "just", "x".repeat(LARGEST_FILE)));
        Texts.write(folder.resolve("binary"), new byte[] {1, 0, 2});
        Texts.write(folder.resolve("long-binary"), new byte[LARGEST_FILE + 1]);
        IndexService service = service(null, 100, Runnable::run);

        IndexProgress ended = service.start(folder.toString());
        assertThat(ended.skipped()).containsOnly(Map.entry(SkipReason.BINARY, 2L), Map.entry(SkipReason.TOO_LONG, 1L));
        assertThat(ended.done()).isEqualTo(5);
        assertThat(current.require().summary().files()).isEqualTo(2);
        assertThat(history.last(1).get(0).skippedFiles()).isEqualTo(3);
    }

    @Test
    void filesBeyondTheLimitsAreLeftOut() {
        Texts.folder(folder, files(10));
        Runnables direct = Runnable::run;
        IndexProgress few = service(new Limits(null, 4), 100, direct).start(folder.toString());
        assertThat(few.skipped()).containsOnly(Map.entry(SkipReason.FILE_LIMIT, 6L));
        assertThat(current.require().summary().files()).isEqualTo(4);

        long oneFile = current.require().summary().memory() / 4;
        IndexProgress small = service(new Limits(3 * oneFile, 100), 100, direct).start(folder.toString());
        assertThat(small.skipped()).containsOnly(Map.entry(SkipReason.MEMORY_LIMIT, 7L));
        assertThat(current.require().summary().memory()).isEqualTo(3 * oneFile);
    }

    @Test
    void aFileThatDoesNotFitLeavesRoomForASmallerOne() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("big", "x".repeat(900));
        texts.put("small", "x");
        Path zip = Texts.zip(data.resolve("t.zip"), texts);
        service(new Limits(500L, 10), 1, Runnable::run).start(zip.toString());
        assertThat(current.require().find("small")).isPresent();
        assertThat(current.require().find("big")).isEmpty();
    }

    @Test
    void aFileThatVanishesIsReportedAndTheOthersAreIndexed() throws Exception {
        Texts.folder(folder, files(3));
        IndexService service = service(null, 100, goroutines::add);
        service.start(folder.toString());
        java.nio.file.Files.delete(folder.resolve("f1.txt"));
        goroutines.forEach(Runnable::run);

        IndexProgress ended = service.latest().orElseThrow();
        assertThat(ended.state()).isEqualTo(IndexState.READY);
        assertThat(ended.skipped()).containsOnly(Map.entry(SkipReason.UNREADABLE, 1L));
        assertThat(ended.problems()).singleElement().asString().contains("f1.txt", "NoSuchFileException");
        assertThat(current.require().summary().files()).isEqualTo(2);
    }

    @Test
    void onlyOneRunGoesOnAtATime() {
        Texts.folder(folder, files(2));
        IndexService service = service(null, 100, goroutines::add);
        service.start(folder.toString());
        goroutines.remove().run();

        assertThatExceptionOfType(IndexRunningException.class)
                .isThrownBy(() -> service.start(folder.toString()))
                .withMessageContaining("1 of 2 files");
        goroutines.remove().run();
        service.start(folder.toString());
        assertThat(service.latest().orElseThrow().id()).isEqualTo(2);
    }

    @Test
    void aRunThatIsStoppedReadsNoFurtherFileAndLeavesTheCorpusAsItWas() {
        Texts.folder(folder, files(5));
        IndexService service = service(null, 2, goroutines::add);
        service.start(folder.toString());
        goroutines.remove().run();
        service.stop();
        while (!goroutines.isEmpty()) {
            goroutines.remove().run();
        }

        assertThat(service.latest().orElseThrow().state()).isEqualTo(IndexState.CANCELLED);
        assertThat(service.latest().orElseThrow().done()).isEqualTo(1);
        assertThat(current.get()).isEmpty();
        assertThat(history.last(1).get(0).state()).isEqualTo("CANCELLED");
    }

    @Test
    void anEmptyFolderMakesAnEmptyCorpus() {
        IndexProgress ended = service(null, 2, goroutines::add).start(folder.toString());
        assertThat(ended.state()).isEqualTo(IndexState.READY);
        assertThat(ended.percent()).isEqualTo(100);
        assertThat(current.require().summary().files()).isZero();
    }

    @Test
    void aRunThatCannotBeStoredFailsAndLeavesTheCorpusAsItWas() {
        Texts.folder(folder, files(2));
        IndexService service = service(null, 100, goroutines::add);
        service.start(folder.toString());
        goroutines.remove().run();
        new JdbcTemplate(database).execute("drop table index_run_extension");
        goroutines.remove().run();

        IndexProgress ended = service.latest().orElseThrow();
        assertThat(ended.state()).isEqualTo(IndexState.FAILED);
        assertThat(ended.failure()).contains("index_run_extension");
        assertThat(current.get()).isEmpty();
        assertThat(history.last(1).get(0).state()).isEqualTo("FAILED");
    }

    @Test
    void withoutAPathWhatIsIndexedIsIndexedAgain() {
        Path zip = Texts.zip(data.resolve("t.zip"), files(2));
        IndexService service = service(null, 100, Runnable::run);
        service.start(zip.toString());
        assertThat(service.start(null).source()).isEqualTo(zip.toString());
        assertThat(current.get().map(c -> c.summary()).map(CorpusSummary::source))
                .contains(zip.toString());
    }

    @Test
    void aWrongSourceInTheSettingsStopsTheStart() {
        IndexProperties properties = new IndexProperties(
                folder.resolve("absent").toString(),
                true,
                Duration.ofHours(1),
                DataSize.ofBytes(10),
                null,
                10,
                10,
                Set.of());
        assertThatIllegalStateException()
                .isThrownBy(() -> service(properties, Runnable::run).indexOnStart())
                .withMessageContaining("sample.index.source")
                .withMessageContaining("absent");
    }

    private interface Runnables extends Executor {}

    private record Limits(@Nullable Long memory, int files) {}

    private IndexService service(@Nullable Limits limits, int inFlight, Runnables executor) {
        Long memory = limits == null ? null : limits.memory();
        return service(
                new IndexProperties(
                        null,
                        true,
                        Duration.ofHours(1),
                        DataSize.ofBytes(LARGEST_FILE),
                        memory == null ? null : DataSize.ofBytes(memory),
                        limits == null ? 100 : limits.files(),
                        inFlight,
                        Set.of()),
                executor);
    }

    private IndexService service(IndexProperties properties, Executor executor) {
        return new IndexService(new Indexer(executor, properties, current, history), properties, current, history);
    }

    private static Map<String, String> files(int count) {
        return IntStream.range(0, count)
                .boxed()
                .collect(Collectors.toMap(i -> "f" + i + ".txt", i -> "text of file " + i + "\n"));
    }
}
