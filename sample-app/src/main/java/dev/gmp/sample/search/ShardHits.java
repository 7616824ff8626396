package dev.gmp.sample.search;

import dev.gmp.sample.corpus.Document;
import java.util.ArrayList;
import java.util.List;

/**
 * What one goroutine has found. Counts every hit but keeps only as many as the asked page can need.
 *
 * <p>Confined to that goroutine until it has ended.
 */
final class ShardHits {

    /** Where a match stands. */
    record Match(Document document, int start, int end) {}

    private final int kept;
    private final List<Match> matches = new ArrayList<>();
    private final List<String> unsearchable = new ArrayList<>();
    private long total;
    private int matchingFiles;
    private int searchedFiles;
    private int unsearchableFiles;

    /** @param kept how many matches to keep */
    ShardHits(int kept) {
        this.kept = kept;
    }

    void match(Document document, int start, int end) {
        total++;
        if (matches.size() < kept) {
            matches.add(new Match(document, start, end));
        }
    }

    void searched(boolean matching) {
        searchedFiles++;
        if (matching) {
            matchingFiles++;
        }
    }

    void unsearchable(Document document) {
        unsearchableFiles++;
        if (unsearchable.size() < SearchResult.UNSEARCHABLE_NAMED) {
            unsearchable.add(document.path());
        }
    }

    /** The first matches, in the order of the documents. */
    List<Match> matches() {
        return matches;
    }

    /** Lines with a match, also those not kept. */
    long total() {
        return total;
    }

    int matchingFiles() {
        return matchingFiles;
    }

    int searchedFiles() {
        return searchedFiles;
    }

    int unsearchableFiles() {
        return unsearchableFiles;
    }

    /** The first files in which the expression needed more stack than there is. */
    List<String> unsearchable() {
        return unsearchable;
    }
}
