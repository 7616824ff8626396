package dev.gmp.sample.search;

import static dev.gmp.sample.search.Corpora.ENDLESS;
import static dev.gmp.sample.search.Corpora.ENDLESS_TEXT;
import static dev.gmp.sample.search.Corpora.document;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a search is spread, and how it ends. */
class RunningSearchTests {

    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    @AfterEach
    void everyGoroutineHasEnded() throws InterruptedException {
        executor.shutdown();
        assertThat(executor.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSearchStartedOnTheOnlyThreadOfItsExecutorEnds() {
        SearchService searches = new SearchService(executor, Corpora.of(Corpora.shards(5, "needle")), Corpora.LIMITS);
        SearchResult result =
                resultOf(CompletableFuture.supplyAsync(() -> searches.start(Corpora.request("needle")), executor)
                        .thenCompose(RunningSearch::result));
        assertThat(result.total()).isEqualTo(5);
        assertThat(result.goroutines()).isEqualTo(5);
    }

    @Test
    void theGoroutinesAreCountedAsTheyEnd() {
        Queue<Runnable> goroutines = new ArrayDeque<>();
        SearchService searches =
                new SearchService(goroutines::add, Corpora.of(Corpora.shards(3, "needle")), Corpora.LIMITS);
        RunningSearch search = searches.start(Corpora.request("needle"));
        for (int ended = 0; ended < 3; ended++) {
            assertThat(searches.running()).singleElement().satisfies(progress -> {
                assertThat(progress.q()).isEqualTo("needle");
                assertThat(progress.goroutines()).isEqualTo(3);
            });
            assertThat(search.progress().ended()).isEqualTo(ended);
            assertThat(search.result()).isNotDone();
            goroutines.remove().run();
        }
        assertThat(search.result()).isCompleted();
        assertThat(searches.running()).isEmpty();
    }

    @Test
    void aSearchWithoutEndIsEndedWhenItsTimeIsOver() {
        SearchService searches = new SearchService(
                executor, Corpora.of(document("a", "found\n"), document("b", ENDLESS_TEXT)), Corpora.LIMITS);
        SearchResult result;
        Duration time = Duration.ofSeconds(1);
        do { // on a busy machine it may be over before the first file
            time = time.multipliedBy(2);
            result = resultOf(
                    searches.start(Corpora.request("found|" + ENDLESS, time)).result());
        } while (result.searchedFiles() == 0 && time.toSeconds() < 60);
        assertThat(result.outcome()).isEqualTo(SearchOutcome.TIMED_OUT);
        assertThat(Corpora.places(result)).as("what was found until then").containsExactly("a:1:1");
        assertThat(result.searchedFiles()).isEqualTo(1);
    }

    @Test
    void aPathExpressionWithoutEndIsEndedToo() {
        SearchService searches = new SearchService(executor, Corpora.of(document(ENDLESS_TEXT, "x")), Corpora.LIMITS);
        SearchResult result =
                resultOf(searches.start(new SearchRequest("x", ENDLESS, false, 0, 10, Duration.ofMillis(200)))
                        .result());
        assertThat(result.outcome()).isEqualTo(SearchOutcome.TIMED_OUT);
    }

    @Test
    void aCancelledSearchEnds() {
        SearchService searches = new SearchService(executor, Corpora.of(document("a", ENDLESS_TEXT)), Corpora.LIMITS);
        RunningSearch search = searches.start(Corpora.request(ENDLESS));
        search.cancel();
        assertThat(resultOf(search.result()).outcome()).isEqualTo(SearchOutcome.CANCELLED);
        await().atMost(Duration.ofSeconds(100)).until(() -> searches.running().isEmpty());
    }

    @Test
    void aSearchEndsWhenItsExecutorIsStopped() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        SearchService searches = new SearchService(
                task -> executor.execute(() -> {
                    begun.countDown();
                    task.run();
                }),
                Corpora.of(document("a", ENDLESS_TEXT)),
                Corpora.LIMITS);
        RunningSearch search = searches.start(Corpora.request(ENDLESS));
        begun.await();
        executor.shutdownNow();
        assertThat(resultOf(search.result()).outcome()).isEqualTo(SearchOutcome.CANCELLED);
    }

    @Test
    void anOverdueSearchIsAnsweredThoughItsGoroutinesNeverBegan() {
        Queue<Runnable> goroutines = new ArrayDeque<>();
        SearchService searches =
                new SearchService(goroutines::add, Corpora.of(Corpora.shards(3, "needle")), Corpora.LIMITS);
        RunningSearch search = searches.start(Corpora.request("needle", Duration.ofMillis(300)));
        goroutines.remove().run();
        await().atMost(Duration.ofSeconds(100)).until(() -> {
            searches.completeOverdue();
            return search.result().isDone();
        });
        SearchResult result = resultOf(search.result());
        assertThat(result.outcome()).isEqualTo(SearchOutcome.TIMED_OUT);
        assertThat(result.total()).isEqualTo(1);

        goroutines.forEach(Runnable::run);
        assertThat(resultOf(search.result())).isSameAs(result);
    }

    @Test
    void aSearchThatIsNotOverdueIsLeftAlone() {
        SearchService searches = new SearchService(task -> {}, Corpora.of(Corpora.shards(1, "needle")), Corpora.LIMITS);
        RunningSearch search = searches.start(Corpora.request("needle"));
        searches.completeOverdue();
        assertThat(search.result()).isNotDone();
    }

    @Test
    void anExecutorWithoutRoomRefusesTheWholeSearch() {
        Queue<Runnable> goroutines = new ArrayDeque<>();
        SearchService searches = new SearchService(
                task -> {
                    if (goroutines.size() == 2) {
                        throw new RejectedExecutionException("full");
                    }
                    goroutines.add(task);
                },
                Corpora.of(Corpora.shards(3, ENDLESS_TEXT)),
                Corpora.LIMITS);
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> searches.start(Corpora.request(ENDLESS)));
        assertThat(searches.running()).isEmpty();
        goroutines.forEach(Runnable::run);
    }

    /** Waits with a limit: a search that does not end cannot be interrupted either. */
    private static SearchResult resultOf(CompletableFuture<SearchResult> result) {
        try {
            return result.get(100, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("The search has not ended", e);
        }
    }
}
