package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.index.IndexProgress;
import dev.gmp.sample.index.IndexState;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;
import dev.gmp.sample.search.SearchService;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.JdbcTemplate;

class IndexHttpTests extends ServiceTest {

    @Autowired
    private SearchService searches;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void indexesAJarAndKeepsItsStatistics() {
        Path jar = Texts.zip(
                folder.resolve("t.jar"),
                Map.of("A.java", "a\nb\n", "B.java", "c", "A.class", "\0\0", "long.txt", "x".repeat(70_000)));
        IndexProgress begun = startIndexing(jar);
        assertThat(begun.source()).isEqualTo(jar.toString());
        awaitIndexed();

        http.get()
                .uri("/index")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.corpus.files")
                .isEqualTo(2)
                .jsonPath("$.corpus.lines")
                .isEqualTo(3)
                .jsonPath("$.run.id")
                .isEqualTo(begun.id())
                .jsonPath("$.run.state")
                .isEqualTo("READY")
                .jsonPath("$.run.percent")
                .isEqualTo(100)
                .jsonPath("$.run.goroutines")
                .isEqualTo(4)
                .jsonPath("$.run.skipped.BINARY")
                .isEqualTo(1)
                .jsonPath("$.run.skipped.TOO_LONG")
                .isEqualTo(1);
        http.get()
                .uri("/index/history?limit=1")
                .exchange()
                .expectBody()
                .jsonPath("$[0].id")
                .isEqualTo(begun.id())
                .jsonPath("$[0].state")
                .isEqualTo("READY")
                .jsonPath("$[0].files")
                .isEqualTo(2)
                .jsonPath("$[0].lineCount")
                .isEqualTo(3)
                .jsonPath("$[0].byteCount")
                .isEqualTo(5);
        http.get()
                .uri("/index/history/{id}/extensions", begun.id())
                .exchange()
                .expectBody()
                .json("[{'extension':'java','files':2,'lines':3,'bytes':5}]");
    }

    @Test
    void whereNoRunIsUnderWayThereIsNoneToCancel() {
        index(Texts.folder(folder, Map.of("a", "one")));
        http.delete().uri("/index/run").exchange().expectStatus().isNotFound();
    }

    @Test
    void withoutAPathIndexesTheSameAgain() {
        index(Texts.folder(folder, Map.of("a", "one")));
        Texts.folder(folder, Map.of("b", "two"));
        http.post()
                .uri("/index")
                .exchange()
                .expectStatus()
                .isAccepted()
                .expectHeader()
                .location("/index");
        awaitIndexed();
        assertThat(current.require().summary().files()).isEqualTo(2);
        assertThat(current.require().summary().source()).isEqualTo(folder.toString());
    }

    @Test
    void whileARunGoesOnSearchesUseTheCorpusBeforeItAndNoOtherRunStarts() {
        index(Texts.folder(folder.resolve("old"), Map.of("a", "old\n")));
        Path next = Texts.folder(folder.resolve("new"), Map.of("a", "new\n", "b", "new\n"));
        SlowDatabase.hold();
        jdbc.execute("create trigger slow before insert on index_run_extension for each row call '"
                + SlowDatabase.class.getName() + "'");
        try {
            startIndexing(next);
            await().atMost(PATIENCE).until(() -> index.latest().orElseThrow().done() == 2);
            assertThat(index.latest().orElseThrow().state()).isEqualTo(IndexState.READING);
            assertThat(found("old|new")).isEqualTo(1);

            http.post()
                    .uri("/index")
                    .exchange()
                    .expectStatus()
                    .isEqualTo(409)
                    .expectHeader()
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .expectBody()
                    .jsonPath("$.detail")
                    .value(String.class, detail -> assertThat(detail).contains(next.toString(), "2 of 2 files"));
            http.delete()
                    .uri("/index/run")
                    .exchange()
                    .expectStatus()
                    .isAccepted()
                    .expectBody()
                    .jsonPath("$.source")
                    .isEqualTo(next.toString());
        } finally {
            SlowDatabase.release();
        }
        awaitIndexed();
        jdbc.execute("drop trigger slow");
        assertThat(found("old|new")).isEqualTo(2);
    }

    @Test
    void aSearchSeesOneCorpusWholeHoweverOftenItIsReplaced() throws Exception {
        Path few = Texts.zip(folder.resolve("few.zip"), files(60, "word\n"));
        Path many = Texts.zip(folder.resolve("many.zip"), files(60, "word\nword\nword\n"));
        index(few);

        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger searched = new AtomicInteger();
        ExecutorService callers = Executors.newFixedThreadPool(2);
        try {
            Runnable caller = () -> {
                while (!stop.get()) {
                    SearchResult result = result("word");
                    assertThat(result.searchedFiles()).isEqualTo(60);
                    assertThat(result.total()).isEqualTo(result.source().equals(few.toString()) ? 60 : 180);
                    searched.incrementAndGet();
                }
            };
            Future<?> one = callers.submit(caller);
            Future<?> two = callers.submit(caller);
            for (int i = 0; i < 10; i++) {
                int before = searched.get();
                index(i % 2 == 0 ? many : few);
                await().atMost(PATIENCE).until(() -> searched.get() > before + 2 || one.isDone() || two.isDone());
            }
            stop.set(true);
            one.get();
            two.get();
        } finally {
            stop.set(true);
            callers.shutdown();
        }
    }

    private long found(String q) {
        return result(q).total();
    }

    private SearchResult result(String q) {
        return searches.start(new SearchRequest(q, null, false, 0, 10, null))
                .result()
                .orTimeout(100, TimeUnit.SECONDS)
                .join();
    }

    /** Together more than two million characters, so that a search takes several goroutines. */
    private static Map<String, String> files(int count, String text) {
        String rest = "-".repeat(40_000);
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "f" + i, i -> text + rest));
    }
}
