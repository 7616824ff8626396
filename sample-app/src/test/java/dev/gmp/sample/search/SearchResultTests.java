package dev.gmp.sample.search;

import static dev.gmp.sample.search.Corpora.document;
import static dev.gmp.sample.search.Corpora.places;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.Document;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is found, and where. The executor runs each goroutine at once. */
class SearchResultTests {

    @Test
    void findsLinesWithTheirNumbersAndColumns() {
        CurrentCorpus corpus = Corpora.of(
                document("b", "x\nfoo\n  foo foo\n\nfoo"),
                document("a", "foo\r\nbar\r\nfoo\r\n"),
                document("c", "bar"));
        SearchResult result = search(corpus, "foo");

        assertThat(places(result)).containsExactly("a:1:1", "a:3:1", "b:2:1", "b:3:3", "b:5:1");
        assertThat(result.hits()).extracting(Hit::snippet).containsExactly("foo", "foo", "foo", "  foo foo", "foo");
        assertThat(result.total()).isEqualTo(5);
        assertThat(result.matchingFiles()).isEqualTo(2);
        assertThat(result.searchedFiles()).isEqualTo(3);
        assertThat(result.outcome()).isEqualTo(SearchOutcome.COMPLETE);
        assertThat(result.goroutines()).isEqualTo(1);
    }

    @Test
    void endsOfLinesAreMatchedAndALineIsFoundOnce() {
        CurrentCorpus corpus = Corpora.of(document("a", "one\n\nthree\n"), document("b", "last"));
        assertThat(places(search(corpus, "^"))).containsExactly("a:1:1", "a:2:1", "a:3:1", "b:1:1");
        assertThat(places(search(corpus, "$"))).containsExactly("a:1:4", "a:2:1", "a:3:6", "b:1:5");
        assertThat(places(search(corpus, "z*"))).containsExactly("a:1:1", "a:2:1", "a:3:1", "b:1:1");
        assertThat(places(search(corpus, "^$"))).containsExactly("a:2:1");
        assertThat(places(search(corpus, "\\z")))
                .as("no line stands behind the last feed")
                .containsExactly("b:1:5");
    }

    @Test
    void aMatchOverSeveralLinesIsFoundWhereItBegins() {
        CurrentCorpus corpus = Corpora.of(document("a", "x {\n  y\n} {\n}\n{ }"));
        SearchResult result = search(corpus, "\\{[^}]*}");
        assertThat(places(result)).containsExactly("a:1:3", "a:3:3", "a:5:1");
        assertThat(result.hits().get(0).snippet()).isEqualTo("x {");
        assertThat(result.hits().get(0).matchEnd()).isEqualTo(3);
    }

    @Test
    void aLongLineIsCutAroundTheMatch() {
        SearchResult result =
                search(Corpora.of(document("a", "-".repeat(1_000) + "needle" + "-".repeat(1_000))), "needle");
        Hit hit = result.hits().get(0);
        assertThat(hit.column()).isEqualTo(1_001);
        assertThat(hit.snippet()).hasSize(240);
        assertThat(hit.snippet().substring(hit.matchStart(), hit.matchEnd())).isEqualTo("needle");
    }

    @Test
    void aCutNeverPartsACharacter() {
        String smiles = "\ud83d\ude00".repeat(500);
        for (String shift : List.of("", "-")) {
            Hit hit = search(Corpora.of(document("a", smiles + shift + "needle" + smiles)), "needle")
                    .hits()
                    .get(0);
            assertThat(hit.snippet().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .as("half a pair would become a question mark")
                    .doesNotContain((byte) '?');
            assertThat(hit.snippet().substring(hit.matchStart(), hit.matchEnd()))
                    .isEqualTo("needle");
        }
    }

    @Test
    void aMatchLongerThanTheSnippetIsCut() {
        Hit hit =
                search(Corpora.of(document("a", "x".repeat(900))), "x+").hits().get(0);
        assertThat(hit.matchStart()).isZero();
        assertThat(hit.matchEnd()).isEqualTo(hit.snippet().length()).isEqualTo(240);
    }

    @Test
    void letterCaseIsIgnoredOnRequest() {
        CurrentCorpus corpus = Corpora.of(document("a", "Foo\nFOO\n\u00c4\n"));
        assertThat(search(corpus, "foo").total()).isZero();
        assertThat(search(corpus, new SearchRequest("foo", null, true, 0, 10, null))
                        .total())
                .isEqualTo(2);
        assertThat(search(corpus, new SearchRequest("\u00e4", null, true, 0, 10, null))
                        .total())
                .isEqualTo(1);
    }

    @Test
    void onlyFilesWhosePathMatchesAreSearched() {
        CurrentCorpus corpus =
                Corpora.of(document("x/a.java", "foo"), document("x/a.txt", "foo"), document("y/b.java", "foo"));
        SearchResult result = search(corpus, new SearchRequest("foo", "^x/.*[.]java$", false, 0, 10, null));
        assertThat(places(result)).containsExactly("x/a.java:1:1");
        assertThat(result.searchedFiles()).isEqualTo(1);
    }

    @Test
    void pagesOverSeveralGoroutinesMakeUpTheWhole() {
        Document[] documents = IntStream.range(0, 7)
                .mapToObj(i -> document("f" + i, "hit\n".repeat(i) + "-".repeat(1 << 20)))
                .toArray(Document[]::new);
        CurrentCorpus corpus = Corpora.of(documents);
        List<String> all = places(search(corpus, "hit"));
        assertThat(all).hasSize(21);

        for (int limit : new int[] {1, 4, 20, 21}) {
            List<String> pages = new java.util.ArrayList<>();
            for (int offset = 0; offset < 25; offset += limit) {
                SearchResult page = search(corpus, new SearchRequest("hit", null, false, offset, limit, null));
                assertThat(page.total()).isEqualTo(21);
                assertThat(page.matchingFiles()).isEqualTo(6);
                assertThat(page.goroutines()).isEqualTo(7);
                assertThat(page.hits()).hasSizeLessThanOrEqualTo(limit);
                pages.addAll(places(page));
            }
            assertThat(pages).isEqualTo(all);
        }
    }

    @Test
    void aFileThatNeedsTooMuchStackIsNamedAndTheOthersAreSearched() {
        CurrentCorpus corpus = Corpora.of(document("deep", "ab".repeat(500_000)), document("flat", "ab"));
        SearchResult result = search(corpus, "(a|b)*c|^ab$");
        assertThat(result.unsearchable()).containsExactly("deep");
        assertThat(result.unsearchableFiles()).isEqualTo(1);
        assertThat(places(result)).containsExactly("flat:1:1");
        assertThat(result.outcome()).isEqualTo(SearchOutcome.COMPLETE);
    }

    @Test
    void anEmptyCorpusIsSearchedOnNoGoroutine() {
        SearchResult result = search(Corpora.of(), "x");
        assertThat(result.total()).isZero();
        assertThat(result.goroutines()).isZero();
        assertThat(result.outcome()).isEqualTo(SearchOutcome.COMPLETE);
    }

    private static SearchResult search(CurrentCorpus corpus, String q) {
        return search(corpus, Corpora.request(q));
    }

    private static SearchResult search(CurrentCorpus corpus, SearchRequest request) {
        return new SearchService(Runnable::run, corpus, Corpora.LIMITS)
                .start(request)
                .result()
                .join();
    }
}
