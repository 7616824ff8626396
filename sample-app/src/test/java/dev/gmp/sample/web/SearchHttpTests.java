package dev.gmp.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.gmp.sample.ServiceTest;
import dev.gmp.sample.Texts;
import dev.gmp.sample.search.FirstHits;
import dev.gmp.sample.search.Hit;
import dev.gmp.sample.search.RunningSearch;
import dev.gmp.sample.search.SearchOutcome;
import dev.gmp.sample.search.SearchProperties;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;
import dev.gmp.sample.search.SearchService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class SearchHttpTests extends ServiceTest {

    /** Backtracks without end on the text below. */
    private static final String ENDLESS = "(a+)+\\1$";

    private static final String ENDLESS_TEXT = "a".repeat(200) + "!";

    @Autowired
    private SearchService searches;

    @Autowired
    private SearchProperties properties;

    @Test
    void answersWithFileLineSnippetAndFigures() {
        index(Texts.zip(
                folder.resolve("t.zip"), Map.of("a/A.java", "class A {\n  int foo;\n}\n", "b.txt", "no\nFoo\n")));

        SearchResult result = search("foo", "ignoreCase=true");
        assertThat(result.hits())
                .containsExactly(new Hit("a/A.java", 2, 7, "  int foo;", 6, 9), new Hit("b.txt", 2, 1, "Foo", 0, 3));
        assertThat(result.q()).isEqualTo("foo");
        assertThat(result.source()).isEqualTo(folder.resolve("t.zip").toString());
        assertThat(result.outcome()).isEqualTo(SearchOutcome.COMPLETE);
        assertThat(result.total()).isEqualTo(2);
        assertThat(result.goroutines()).isEqualTo(1);
        assertThat(result.tookMillis()).isPositive();
    }

    @Test
    void spreadsOverGoroutinesAndPages() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 100; i < 140; i++) {
            texts.put("f" + i, "needle " + i + "\n" + "-".repeat(60_000));
        }
        index(Texts.zip(folder.resolve("t.zip"), texts));

        SearchResult page = search("needle", "offset=10&limit=5");
        assertThat(page.total()).isEqualTo(40);
        assertThat(page.hits()).extracting(Hit::file).containsExactly("f110", "f111", "f112", "f113", "f114");
        assertThat(page.goroutines())
                .as("2.4 million characters, one goroutine a million")
                .isEqualTo(3);
        assertThat(search("needle", "path=f12").total()).isEqualTo(10);
    }

    @Test
    void answersWithTheFirstHits() {
        index(Texts.folder(folder, Map.of("a", "needle\nneedle\n")));

        assertThat(first("limit=1").hits()).containsExactly(new Hit("a", 1, 1, "needle", 0, 6));
        assertThat(first("limit=1").complete()).isFalse();
        assertThat(first("limit=3").hits()).hasSize(2);
        assertThat(first("limit=3").complete()).isTrue();
        await().atMost(PATIENCE).until(() -> searches.running().isEmpty());
    }

    private FirstHits first(String parameters) {
        FirstHits first = http.get()
                .uri("/search/first?q=needle&" + parameters)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(FirstHits.class)
                .returnResult()
                .getResponseBody();
        assertThat(first).isNotNull();
        return first;
    }

    @Test
    void theAnswerComesAfterTheFirstHits() {
        index(Texts.folder(folder, Map.of("a", "needle\nneedle\n")));
        List<String> lines = http.get()
                .uri("/search/stream?q=needle&limit=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_NDJSON)
                .expectBody(String.class)
                .returnResult()
                .getResponseBody()
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
        assertThat(lines)
                .hasSizeBetween(1, 2)
                .filteredOn(line -> line.contains("\"total\":2"))
                .hasSize(1);
    }

    /** The executor runs the sending task before the response begins. The search goes on after the hits until its time is over. */
    @Test
    void hitsThatAreFoundBeforeTheResponseBeginsStandOnLinesOfTheirOwn() throws Exception {
        index(Texts.folder(folder, Map.of("a", "needle\nneedle\nneedle\n", "b", ENDLESS_TEXT)));
        MockMvc early = MockMvcBuilders.standaloneSetup(
                        new SearchController(searches, new OpenResponses(Runnable::run, properties)))
                .build();

        List<String> hits = List.of();
        for (int seconds = 3;
                hits.size() < 3 && seconds < 60;
                seconds *= 2) { // on a busy machine it may be over before
            String body = early.perform(
                            get("/search/stream?timeout=" + seconds + "s").param("q", "needle|" + ENDLESS))
                    .andReturn()
                    .getResponse()
                    .getContentAsString();
            hits = body.lines()
                    .filter(line -> line.contains("\"snippet\"") && !line.contains("\"total\""))
                    .toList();
        }

        assertThat(hits)
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.split("snippet", -1)).hasSize(2));
    }

    @Test
    void firstHitsComeWhileAnotherFileIsStillSearched() throws IOException {
        index(Texts.folder(folder, Map.of("a", "needle", "b", ENDLESS_TEXT)));
        try (Socket caller = new Socket("localhost", port)) {
            caller.setSoTimeout((int) PATIENCE.toMillis());
            caller.getOutputStream().write("""
                    GET /search/stream?timeout=60s&q=needle%7C%28a%2B%29%2B%5C1%24 HTTP/1.1\r
                    Host: localhost\r
                    \r
                    """.getBytes(StandardCharsets.US_ASCII));
            caller.getOutputStream().flush();
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(answer.lines().filter(line -> line.contains("needle")).findFirst())
                    .hasValueSatisfying(line -> assertThat(line).contains("\"file\":\"a\""));
            assertThat(searches.running()).hasSize(1);
        }
        await().atMost(PATIENCE).until(() -> searches.running().isEmpty()); // its caller has gone
    }

    @Test
    void aSearchEndsWhoseFirstHitsNoTaskCanSend() {
        index(Texts.folder(folder, Map.of("a", ENDLESS_TEXT)));
        RunningSearch search = searches.startWithFirstHits(new SearchRequest(ENDLESS, null, false, 0, 1, null));
        OpenResponses withoutRoom = new OpenResponses(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                properties);
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> withoutRoom.openWithFirstHits(search));
        await().atMost(PATIENCE).until(search.result()::isDone);
        assertThat(search.result().join().outcome()).isEqualTo(SearchOutcome.CANCELLED);
    }

    @Test
    void endsASearchWhoseTimeIsOver() {
        index(Texts.folder(folder, Map.of("a", ENDLESS_TEXT)));
        SearchResult result = search(ENDLESS, "timeout=300ms");
        assertThat(result.outcome()).isEqualTo(SearchOutcome.TIMED_OUT);
        assertThat(result.hits()).isEmpty();
        await().atMost(PATIENCE).until(() -> searches.running().isEmpty()); // the answer is sent before it is forgotten
    }

    @Test
    void endsASearchWhoseCallerHasGone() throws IOException {
        index(Texts.folder(folder, Map.of("a", ENDLESS_TEXT)));
        try (Socket caller = new Socket("localhost", port)) {
            caller.getOutputStream().write("""
                    GET /search?q=%28a%2B%29%2B%5C1%24 HTTP/1.1\r
                    Host: localhost\r
                    \r
                    """.getBytes(StandardCharsets.US_ASCII));
            caller.getOutputStream().flush();
            await().atMost(PATIENCE).until(() -> !searches.running().isEmpty());
            http.get()
                    .uri("/search/running")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$[0].q")
                    .isEqualTo(ENDLESS)
                    .jsonPath("$[0].goroutines")
                    .isEqualTo(1)
                    .jsonPath("$[0].timeoutMillis")
                    .isEqualTo(600_000);
            // Gone earlier, it may be counted as in progress for ever where goroutines are direct (Tomcat 11.0.22).
            awaitFirstHeartbeat(caller);
        }
        // Its own time would be over only in ten minutes.
        await().atMost(PATIENCE).until(() -> searches.running().isEmpty());
    }

    private static void awaitFirstHeartbeat(Socket caller) throws IOException {
        BufferedReader answer =
                new BufferedReader(new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII));
        String line = answer.readLine();
        assertThat(line).contains(" 200");
        while (line != null && !line.isEmpty()) {
            line = answer.readLine();
        }
        assertThat(answer.readLine()).as("the length of a chunk").isNotNull();
    }

    @Test
    void otherRequestsAreAnsweredWhileASearchGoesOn() {
        index(Texts.folder(folder, Map.of("a", ENDLESS_TEXT)));
        var search = searches.start(new SearchRequest(ENDLESS, null, false, 0, 1, null));
        try {
            http.get()
                    .uri("/api/ping")
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .jsonPath("$.pong")
                    .exists();
            assertThat(search.result()).isNotDone();
        } finally {
            search.cancel();
        }
        await().atMost(PATIENCE).until(search.result()::isDone);
    }

    @Test
    void showsAFileOfTheIndexAndNoOther() {
        Texts.write(folder.resolve("outside"), "secret".getBytes(StandardCharsets.UTF_8));
        index(Texts.folder(folder.resolve("in"), Map.of("sub/a.html", "<b>gr\u00fc\u00df</b>\n")));

        file("sub/a.html")
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType("text/plain;charset=UTF-8")
                .expectHeader()
                .valueEquals("X-Content-Type-Options", "nosniff")
                .expectBody(String.class)
                .isEqualTo("<b>gr\u00fc\u00df</b>\n");
        for (String path : new String[] {"../outside", folder.resolve("outside").toString(), "", "sub"}) {
            file(path).expectStatus().isNotFound().expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
        }
    }

    private RestTestClient.ResponseSpec file(String path) {
        return http.get().uri("/files?path={path}", path).exchange();
    }

    private SearchResult search(String q, String more) {
        return http.get()
                .uri("/search?q={q}&" + more, q)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(SearchResult.class)
                .returnResult()
                .getResponseBody();
    }
}
