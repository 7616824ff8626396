package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.process.ProcessesBuilder;
import dev.gmp.sample.Database;
import dev.gmp.sample.Texts;
import dev.gmp.sample.corpus.CorpusSummary;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.Roots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/** Index runs as processes on a scheduler, on a real database and real files; files are read one by one, by hand, if wanted. */
class IndexServiceTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final int LARGEST_FILE = 1_000;

    @TempDir
    Path folder;

    @TempDir
    Path data;

    private final GmpScheduler scheduler =
            GmpScheduler.builder().name("index-test").maxProcs(2).build();
    private final Queue<Runnable> reads = new ConcurrentLinkedQueue<>();
    private final CurrentCorpus current = new CurrentCorpus();
    private final List<Processes> runtimes = new ArrayList<>();
    private SingleConnectionDataSource database;
    private IndexHistory history;

    @BeforeEach
    void openDatabase() {
        database = Database.open(data);
        history = new IndexHistory(JdbcClient.create(database), new JdbcTemplate(database));
    }

    @AfterEach
    void close() {
        runtimes.forEach(Processes::close);
        scheduler.close();
        database.close();
    }

    @Test
    void eachFileIsReadOnAGoroutineOfItsOwnAndProgressShowsIt() {
        Texts.folder(folder, files(4));
        IndexService service = byHand(100);

        IndexProgress begun = service.start(folder.toString());
        assertThat(begun.state()).isEqualTo(IndexState.LISTING);
        awaitReads(4);
        await().atMost(PATIENCE)
                .until(() -> latest(service).state() == IndexState.READING); // the run may hear of it late
        assertThat(latest(service).found()).isEqualTo(4);
        assertThat(latest(service).done()).isZero();
        assertThat(history.last(1).get(0).state()).isEqualTo("RUNNING");

        for (int done = 1; done <= 4; done++) {
            assertThat(current.get()).as("not before the last file").isEmpty();
            reads.remove().run();
            int now = done;
            await().atMost(PATIENCE).until(() -> latest(service).done() == now);
            assertThat(latest(service).percent()).isEqualTo(25 * done);
        }

        IndexProgress ended = awaitEnd(service);
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
        IndexService service = byHand(3);

        service.start(folder.toString());
        for (int done = 0; done < 10; done++) {
            awaitReads(Math.min(3, 10 - done));
            int begun = Math.min(10, done + 3);
            await().atMost(PATIENCE).until(() -> latest(service).goroutines() == begun);
            reads.remove().run();
        }
        assertThat(awaitEnd(service).goroutines()).isEqualTo(10);
        assertThat(current.require().summary().files()).isEqualTo(10);
    }

    @Test
    void aFileForWhichThereIsNoGoroutineIsReadWhenAnotherHasBeen() {
        Texts.folder(folder, files(20));
        IndexService service = service(null, 100, (command, processes, pid, tag) -> {
            if (reads.size() == 3) {
                throw new RejectedExecutionException("full");
            }
            reads.add(() -> complete(command, processes, pid, tag));
        });

        service.start(folder.toString());
        for (int done = 0; done < 20; done++) {
            awaitReads(Math.min(3, 20 - done));
            reads.remove().run();
        }
        assertThat(awaitEnd(service).goroutines()).isEqualTo(20);
        assertThat(current.require().summary().files()).isEqualTo(20);
    }

    @Test
    void withoutAnyGoroutineTheRunFails() {
        Texts.folder(folder, files(2));
        IndexService service = service(null, 100, (command, processes, pid, tag) -> {
            throw new RejectedExecutionException("full");
        });
        service.start(folder.toString());
        assertThat(awaitEnd(service).failure()).contains("full");
        assertThat(current.get()).isEmpty();
    }

    @Test
    void whatIsLeftOutIsCountedByItsReason() {
        Texts.folder(
                folder, Map.of("text", "x", "long", "x".repeat(LARGEST_FILE + 1), "just", "x".repeat(LARGEST_FILE)));
        Texts.write(folder.resolve("binary"), new byte[] {1, 0, 2});
        Texts.write(folder.resolve("long-binary"), new byte[LARGEST_FILE + 1]);
        IndexService service = service(null);

        service.start(folder.toString());
        IndexProgress ended = awaitEnd(service);
        assertThat(ended.skipped()).containsOnly(Map.entry(SkipReason.BINARY, 2L), Map.entry(SkipReason.TOO_LONG, 1L));
        assertThat(ended.done()).isEqualTo(5);
        assertThat(current.require().summary().files()).isEqualTo(2);
        assertThat(history.last(1).get(0).skippedFiles()).isEqualTo(3);
    }

    @Test
    void filesBeyondTheLimitsAreLeftOut() {
        Texts.folder(folder, files(10));
        IndexProgress few = run(service(new Limits(null, 4)));
        assertThat(few.found()).as("the listing ends there").isEqualTo(5);
        assertThat(few.skipped()).containsOnly(Map.entry(SkipReason.FILE_LIMIT, 1L));
        assertThat(current.require().summary().files()).isEqualTo(4);

        long oneFile = current.require().summary().memory() / 4;
        IndexProgress small = run(service(new Limits(3 * oneFile, 100)));
        assertThat(small.skipped()).containsOnly(Map.entry(SkipReason.MEMORY_LIMIT, 7L));
        assertThat(current.require().summary().memory()).isEqualTo(3 * oneFile);
    }

    @Test
    void aFileThatDoesNotFitLeavesRoomForASmallerOne() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("big", "x".repeat(900));
        texts.put("small", "x");
        Path zip = Texts.zip(data.resolve("t.zip"), texts);
        IndexService service = service(new Limits(500L, 10));
        service.start(zip.toString());
        awaitEnd(service);
        assertThat(current.require().find("small")).isPresent();
        assertThat(current.require().find("big")).isEmpty();
    }

    @Test
    void aFileThatVanishesIsReportedAndTheOthersAreIndexed() throws Exception {
        Texts.folder(folder, files(3));
        IndexService service = byHand(100);
        service.start(folder.toString());
        awaitReads(3);
        java.nio.file.Files.delete(folder.resolve("f1.txt"));
        reads.forEach(Runnable::run);

        IndexProgress ended = awaitEnd(service);
        assertThat(ended.state()).isEqualTo(IndexState.READY);
        assertThat(ended.skipped()).containsOnly(Map.entry(SkipReason.UNREADABLE, 1L));
        assertThat(ended.problems()).singleElement().asString().contains("f1.txt", "NoSuchFileException");
        assertThat(current.require().summary().files()).isEqualTo(2);
    }

    @Test
    void onlyOneRunGoesOnAtATime() {
        Texts.folder(folder, files(2));
        IndexService service = byHand(100);
        service.start(folder.toString());
        awaitReads(2);
        reads.remove().run();
        await().atMost(PATIENCE).until(() -> latest(service).done() == 1);

        assertThatExceptionOfType(IndexRunningException.class)
                .isThrownBy(() -> service.start(folder.toString()))
                .withMessageContaining("1 of 2 files");
        reads.remove().run();
        awaitEnd(service);
        service.start(folder.toString());
        assertThat(latest(service).id()).isEqualTo(2);
        awaitReads(2); // and lets it end, else the end of the processes would wait for it
        reads.remove().run();
        reads.remove().run();
    }

    @Test
    void aRunThatIsCancelledReadsNoFurtherFileAndLeavesTheCorpusAsItWas() {
        Texts.folder(folder, files(5));
        IndexService service = byHand(2);
        assertThat(service.cancel()).as("nothing to cancel").isEmpty();
        service.start(folder.toString());
        awaitReads(2);
        reads.remove().run();
        awaitReads(2);
        assertThat(service.cancel()).isPresent();
        reads.remove().run();
        reads.remove().run();

        IndexProgress ended = awaitEnd(service);
        assertThat(ended.state()).isEqualTo(IndexState.CANCELLED);
        assertThat(ended.done()).isEqualTo(3);
        assertThat(reads).isEmpty();
        assertThat(current.get()).isEmpty();
        assertThat(history.last(1).get(0).state()).isEqualTo("CANCELLED");
        assertThat(service.cancel()).as("it has ended").isEmpty();
    }

    @Test
    void whenTheProcessesShutDownTheRunIsStoredAsCancelled() throws Exception {
        Texts.folder(folder, files(2));
        IndexService service = byHand(1);
        service.start(folder.toString());
        awaitReads(1);
        Thread reader = new Thread(() -> reads.remove().run());
        assertThat(service.cancel()).isPresent();
        reader.start();

        assertThat(runtimes.get(0).shutdown(PATIENCE).isComplete()).isTrue();
        assertThat(history.last(1).get(0).state()).isEqualTo("CANCELLED");
        reader.join();
    }

    @Test
    void anEmptyFolderMakesAnEmptyCorpus() {
        IndexProgress ended = run(service(null));
        assertThat(ended.state()).isEqualTo(IndexState.READY);
        assertThat(ended.percent()).isEqualTo(100);
        assertThat(current.require().summary().files()).isZero();
    }

    @Test
    void aRunThatCannotBeStoredFailsAndLeavesTheCorpusAsItWas() {
        Texts.folder(folder, files(2));
        IndexService service = byHand(100);
        service.start(folder.toString());
        awaitReads(2);
        reads.remove().run();
        new JdbcTemplate(database).execute("drop table index_run_extension");
        reads.remove().run();

        IndexProgress ended = awaitEnd(service);
        assertThat(ended.state()).isEqualTo(IndexState.FAILED);
        assertThat(ended.failure()).contains("index_run_extension");
        assertThat(current.get()).isEmpty();
        assertThat(history.last(1).get(0).state()).isEqualTo("FAILED");
    }

    @Test
    void withoutAPathWhatIsIndexedIsIndexedAgain() {
        Path zip = Texts.zip(data.resolve("t.zip"), files(2));
        IndexService service = service(null);
        service.start(zip.toString());
        awaitEnd(service);
        assertThat(service.start(null).source()).isEqualTo(zip.toString());
        assertThat(current.get().map(c -> c.summary()).map(CorpusSummary::source))
                .contains(zip.toString());
    }

    private IndexProgress run(IndexService service) {
        service.start(folder.toString());
        return awaitEnd(service);
    }

    private void awaitReads(int number) {
        await().atMost(PATIENCE).until(() -> reads.size() == number);
    }

    private static IndexProgress latest(IndexService service) {
        return service.latest().orElseThrow();
    }

    private static IndexProgress awaitEnd(IndexService service) {
        await().atMost(PATIENCE).until(() -> latest(service).state().hasEnded());
        return latest(service);
    }

    /** Reads a file, or sees to it that it is read. */
    private interface Reader {
        void read(ReadFile command, Processes processes, Pid pid, long tag);
    }

    private record Limits(@Nullable Long memory, int files) {}

    /** Files wait in {@link #reads}. */
    private IndexService byHand(int inFlight) {
        return service(
                null,
                inFlight,
                (command, processes, pid, tag) -> reads.add(() -> complete(command, processes, pid, tag)));
    }

    private IndexService service(@Nullable Limits limits) {
        return service(limits, 100, null);
    }

    private IndexService service(@Nullable Limits limits, int inFlight, @Nullable Reader reader) {
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
                        Set.of(),
                        null),
                reader);
    }

    private IndexService service(IndexProperties properties, @Nullable Reader reader) {
        IndexCommands commands = new IndexCommands();
        ProcessesBuilder builder = Processes.builder(scheduler)
                .register(
                        ProcessType.of(IndexerProcess.TYPE, () -> new IndexerProcess(properties), IndexerProcess.INDEX))
                .handleOnGoroutine(ListFiles.class, commands.fileLister())
                .handleOnGoroutine(EndRun.class, commands.runKeeper(history, current));
        if (reader == null) {
            builder.handleOnGoroutine(ReadFile.class, commands.fileReader());
        } else {
            builder.dispatch(ReadFile.class, (command, pid, tag) -> reader.read(command, runtimes.get(0), pid, tag));
        }
        runtimes.add(builder.build());
        return new IndexService(runtimes.get(runtimes.size() - 1), properties, current, history, Roots.EVERYTHING);
    }

    private static void complete(ReadFile command, Processes processes, Pid pid, long tag) {
        try {
            processes.completeYield(pid, tag, IndexCommands.read(command));
        } catch (Exception e) {
            processes.failYield(pid, tag, e);
        }
    }

    private static Map<String, String> files(int count) {
        return IntStream.range(0, count)
                .boxed()
                .collect(Collectors.toMap(i -> "f" + i + ".txt", i -> "text of file " + i + "\n"));
    }
}
