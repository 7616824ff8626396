package dev.gmp.sample.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.GmpScheduler;
import dev.gmp.process.Pid;
import dev.gmp.process.ProcessType;
import dev.gmp.process.Processes;
import dev.gmp.sample.Texts;
import dev.gmp.sample.source.Roots;
import dev.gmp.sample.source.Source;
import dev.gmp.sample.source.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** A run that is cancelled before all files are listed. Listing and ending are done by hand. */
class CancelledListingTests {

    private static final Duration PATIENCE = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    private final CompletableFuture<Long> listing = new CompletableFuture<>();
    private final CompletableFuture<Long> ending = new CompletableFuture<>();

    @Test
    void itEndsWithoutTheListAndTheSourceIsClosed() throws Exception {
        Source source = Sources.open(Texts.folder(folder, Map.of("a", "x")).toString(), Set.of(), Roots.EVERYTHING);
        try (GmpScheduler scheduler =
                        GmpScheduler.builder().name("cancelled").maxProcs(2).build();
                Processes processes = processes(scheduler)) {
            Pid pid = processes.submit(IndexerProcess.TYPE, IndexerProcess.INDEX, new IndexOrder(1, source));
            assertThat(listing).succeedsWithin(PATIENCE);
            processes.cancel(pid, "enough");

            assertThat(ending).succeedsWithin(PATIENCE);
            processes.completeYield(pid, listing.join(), List.of("a", "b", "c"));
            processes.completeYield(pid, ending.join(), null);
            IndexProgress last = (IndexProgress) processes.result(pid).join();
            assertThat(last.state()).isEqualTo(IndexState.CANCELLED);
            assertThat(last.found()).isZero();
            assertThat(last.done()).isZero();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(source.files(10)).isEmpty());
        }
    }

    private Processes processes(GmpScheduler scheduler) {
        IndexProperties properties = new IndexProperties(
                null, true, Duration.ofHours(1), DataSize.ofBytes(1_000), null, 1, 1, Set.of(), null);
        return Processes.builder(scheduler)
                .register(
                        ProcessType.of(IndexerProcess.TYPE, () -> new IndexerProcess(properties), IndexerProcess.INDEX))
                .dispatch(ListFiles.class, (command, pid, tag) -> listing.complete(tag))
                .dispatch(EndRun.class, (command, pid, tag) -> ending.complete(tag))
                .build();
    }
}
