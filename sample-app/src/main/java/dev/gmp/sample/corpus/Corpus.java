package dev.gmp.sample.corpus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All documents of one source, sorted by path and cut into shards. Immutable: a search that holds a corpus is not touched
 * by a later index run.
 */
public final class Corpus {

    /**
     * A shard is closed at this many characters. Most regular expressions read that much in a few milliseconds, so that a
     * goroutine for each shard is worth its start and still ends within a time slice.
     */
    private static final int SHARD_CHARACTERS = 1 << 20;

    private final CorpusSummary summary;
    private final List<Document> documents;
    private final List<Shard> shards;

    private Corpus(CorpusSummary summary, List<Document> documents, List<Shard> shards) {
        this.summary = summary;
        this.documents = documents;
        this.shards = shards;
    }

    /**
     * Builds a corpus.
     *
     * @param source where the documents were read from
     */
    public static Corpus of(String source, Instant indexedAt, Collection<Document> unsorted) {
        List<Document> documents = unsorted.stream().sorted().toList();
        long lines = 0;
        long characters = 0;
        long memory = 0;
        for (Document document : documents) {
            lines += document.lines();
            characters += document.text().length();
            memory += document.memory();
        }
        CorpusSummary summary = new CorpusSummary(source, indexedAt, documents.size(), lines, characters, memory);
        return new Corpus(summary, documents, shardsOf(documents));
    }

    public CorpusSummary summary() {
        return summary;
    }

    /** The documents in parts of about equal length, in the order of their paths. */
    public List<Shard> shards() {
        return shards;
    }

    public Optional<Document> find(String path) {
        int index = Collections.binarySearch(documents, new Document(path, "", 0, 0));
        return index < 0 ? Optional.empty() : Optional.of(documents.get(index));
    }

    /** Files, lines and bytes of each file name extension, the one with the most bytes first. */
    public List<ExtensionSummary> extensions() {
        TreeMap<String, ExtensionSummary> byExtension = new TreeMap<>();
        for (Document document : documents) {
            byExtension.merge(document.extension(), ExtensionSummary.of(document), ExtensionSummary::plus);
        }
        return byExtension.values().stream()
                .sorted((a, b) -> Long.compare(b.bytes(), a.bytes()))
                .toList();
    }

    private static List<Shard> shardsOf(List<Document> documents) {
        List<Shard> shards = new ArrayList<>();
        int from = 0;
        long characters = 0;
        for (int i = 0; i < documents.size(); i++) {
            characters += documents.get(i).text().length();
            if (characters >= SHARD_CHARACTERS || i == documents.size() - 1) {
                shards.add(new Shard(documents.subList(from, i + 1)));
                from = i + 1;
                characters = 0;
            }
        }
        return List.copyOf(shards);
    }
}
