package dev.gmp.sample.search;

import java.util.ArrayList;
import java.util.List;

/**
 * The answer to a search.
 *
 * @param source what was searched
 * @param outcome {@code COMPLETE}, or why the figures cover only a part of the corpus
 * @param total lines with a match, not only those in {@code hits}
 * @param hits the asked page, in the order of paths and lines
 * @param matchingFiles files with a match
 * @param searchedFiles files that were read to their end
 * @param unsearchableFiles files in which the expression needed more stack than there is
 * @param unsearchable some of them
 * @param tookMillis from the start of the search to the last goroutine's end
 * @param goroutines how many tasks shared the work, each over a shard of the corpus
 */
public record SearchResult(
        String q,
        String source,
        SearchOutcome outcome,
        long total,
        int offset,
        int limit,
        List<Hit> hits,
        int matchingFiles,
        int searchedFiles,
        int unsearchableFiles,
        List<String> unsearchable,
        double tookMillis,
        int goroutines) {

    /** The largest number of {@link #unsearchable}. */
    public static final int UNSEARCHABLE_NAMED = 5;

    /**
     * Puts together what the goroutines have handed in.
     *
     * @param shards in the order of the corpus
     */
    static SearchResult gather(
            SearchQuery query,
            String source,
            SearchOutcome outcome,
            List<ShardHits> shards,
            double tookMillis,
            int goroutines) {
        List<Hit> hits = new ArrayList<>();
        List<String> unsearchable = new ArrayList<>();
        long total = 0;
        int matchingFiles = 0;
        int searchedFiles = 0;
        int unsearchableFiles = 0;
        for (ShardHits shard : shards) {
            List<ShardHits.Match> matches = shard.matches();
            long passedOver = Math.max(0, query.offset() - total);
            matches.stream()
                    .skip(passedOver)
                    .limit(query.limit() - hits.size())
                    .map(Hit::of)
                    .forEach(hits::add);
            total += shard.total();
            matchingFiles += shard.matchingFiles();
            searchedFiles += shard.searchedFiles();
            unsearchableFiles += shard.unsearchableFiles();
            shard.unsearchable().stream()
                    .limit(UNSEARCHABLE_NAMED - unsearchable.size())
                    .forEach(unsearchable::add);
        }
        return new SearchResult(
                query.request().q(),
                source,
                outcome,
                total,
                query.offset(),
                query.limit(),
                hits,
                matchingFiles,
                searchedFiles,
                unsearchableFiles,
                unsearchable,
                tookMillis,
                goroutines);
    }
}
