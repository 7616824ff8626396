package dev.gmp.sample.search;

import static dev.gmp.sample.search.Corpora.document;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 230, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FirstHitsTests {

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        executor.shutdownNow();
    }

    @Test
    void aPageIsAnsweredWhileAFileIsStillHeldUp() {
        AtomicInteger tasks = new AtomicInteger();
        SearchService searches = new SearchService(
                task -> executor.execute(tasks.incrementAndGet() == 2 ? () -> heldUp(task) : task),
                Corpora.of(Corpora.shards(3, "needle")),
                Corpora.LIMITS);

        FirstHits first = searches.first(request(2));

        assertThat(first.hits()).extracting(Hit::file).containsExactlyInAnyOrder("f000", "f002");
        assertThat(first.complete()).isFalse();
        assertThat(searches.running()).as("one file is still held up").hasSize(1);
    }

    @Test
    void theRestOfTheSearchEndsWhenThePageIsFull() throws Exception {
        SearchService searches =
                new SearchService(executor, Corpora.of(document("many", "needle\n".repeat(10_000))), Corpora.LIMITS);
        assertThat(searches.first(request(20)).hits()).hasSize(20);
        executor.shutdown();
        assertThat(executor.awaitTermination(100, TimeUnit.SECONDS))
                .as("no task waits to send")
                .isTrue();
        assertThat(searches.running()).isEmpty();
    }

    @Test
    void fewerHitsThanAPageAreAllThereAre() {
        SearchService searches = new SearchService(executor, Corpora.of(Corpora.shards(3, "needle")), Corpora.LIMITS);
        FirstHits first = searches.first(request(20));
        assertThat(first.hits()).hasSize(3);
        assertThat(first.complete()).isTrue();
    }

    @Test
    void anExecutorWithoutRoomRefusesTheWholeSearch() {
        AtomicInteger tasks = new AtomicInteger();
        SearchService searches = new SearchService(
                task -> {
                    if (tasks.incrementAndGet() == 3) {
                        throw new RejectedExecutionException("full");
                    }
                    executor.execute(() -> heldUp(task));
                },
                Corpora.of(Corpora.shards(3, "needle")),
                Corpora.LIMITS);
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> searches.first(request(2)));
        assertThat(searches.running()).isEmpty();
    }

    private void heldUp(Runnable task) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        task.run();
    }

    private static SearchRequest request(int limit) {
        return new SearchRequest("needle", null, false, 0, limit, null);
    }
}
