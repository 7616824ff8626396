package dev.gmp.sample.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CorpusTests {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void countsFilesLinesCharactersAndMemory() {
        Corpus corpus = Corpus.of("/src", NOW, List.of(document("a", "one\ntwo\n"), document("b", "three")));

        CorpusSummary summary = corpus.summary();
        assertThat(summary.source()).isEqualTo("/src");
        assertThat(summary.indexedAt()).isEqualTo(NOW);
        assertThat(summary.files()).isEqualTo(2);
        assertThat(summary.lines()).isEqualTo(3);
        assertThat(summary.characters()).isEqualTo(13);
        assertThat(summary.memory()).isEqualTo(Document.memoryOf("a", "one\ntwo\n") + Document.memoryOf("b", "three"));
    }

    @Test
    void textBeyondLatin1TakesTwoBytesACharacter() {
        long latin = Document.memoryOf("p", "x".repeat(1_000));
        long greek = Document.memoryOf("p", "x".repeat(999) + "\u03b1");
        assertThat(greek - latin).isEqualTo(1_000);
    }

    @Test
    void findsDocumentsByTheirPath() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            documents.add(document("f" + (i * 37 % 50), "text " + i));
        }
        Corpus corpus = Corpus.of("/src", NOW, documents);

        assertThat(documents).allSatisfy(d -> assertThat(corpus.find(d.path())).containsSame(d));
        assertThat(corpus.find("f")).isEmpty();
        assertThat(corpus.find("f50")).isEmpty();
        assertThat(corpus.find("zzz")).isEmpty();
    }

    @Test
    void shardsHoldEveryDocumentOnceInOrderOfPaths() {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            documents.add(document("f" + (i * 7 % 30 + 10), "x".repeat(100_000)));
        }
        Corpus corpus = Corpus.of("/src", NOW, documents);

        assertThat(corpus.shards()).hasSize(3);
        assertThat(corpus.shards().stream().flatMap(s -> s.documents().stream()))
                .containsExactlyElementsOf(documents.stream().sorted().toList());
    }

    @Test
    void anEmptyCorpusHasNoShard() {
        assertThat(Corpus.of("/src", NOW, List.of()).shards()).isEmpty();
    }

    @Test
    void sumsUpByExtension() {
        Corpus corpus = Corpus.of(
                "/src",
                NOW,
                List.of(
                        document("a/One.java", "1\n2\n"),
                        document("b/Two.JAVA", "1\n"),
                        document("README", "1"),
                        document(".hidden", "1\n2"),
                        document("x.d/name", "")));

        assertThat(corpus.extensions())
                .containsExactly(new ExtensionSummary("java", 2, 3, 6), new ExtensionSummary("", 3, 3, 4));
    }

    private static Document document(String path, String text) {
        return Document.of(path, text, text.length());
    }
}
