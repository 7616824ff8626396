package dev.gmp.sample.search;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.Document;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Corpora and requests for tests. */
final class Corpora {

    static final SearchProperties LIMITS =
            new SearchProperties(Duration.ofMinutes(10), 100, 1_000, Duration.ofMillis(50));

    /** Really backtracks without end on {@link #ENDLESS_TEXT}: the back reference keeps the JDK from remembering failures. */
    static final String ENDLESS = "(a+)+\\1$";

    static final String ENDLESS_TEXT = "a".repeat(200) + "!";

    private Corpora() {}

    static CurrentCorpus of(Document... documents) {
        CurrentCorpus current = new CurrentCorpus();
        current.replace(Corpus.of("/src", Instant.EPOCH, Arrays.asList(documents)));
        return current;
    }

    static Document document(String path, String text) {
        return Document.of(path, text, text.length());
    }

    /** Documents f000, f001 ... so long that each is a shard of its own, with the text as the first line. */
    static Document[] shards(int count, String firstLine) {
        String rest = "\n" + "-".repeat(1 << 20);
        return IntStream.range(0, count)
                .mapToObj(i -> document("f%03d".formatted(i), firstLine + rest))
                .toArray(Document[]::new);
    }

    static SearchRequest request(String q) {
        return new SearchRequest(q, null, false, 0, 100, null);
    }

    static SearchRequest request(String q, Duration timeout) {
        return new SearchRequest(q, null, false, 0, 100, timeout);
    }

    static List<String> places(SearchResult result) {
        return result.hits().stream()
                .map(hit -> hit.file() + ":" + hit.line() + ":" + hit.column())
                .toList();
    }
}
