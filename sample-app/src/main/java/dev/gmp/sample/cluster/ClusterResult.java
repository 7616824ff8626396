package dev.gmp.sample.cluster;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.gmp.sample.search.Hit;
import dev.gmp.sample.search.SearchOutcome;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The answer to a search in a cluster.
 *
 * @param result what the parts that answered have found
 * @param missingParts the numbers of the parts that did not answer, for instance since they move to another node
 */
public record ClusterResult(@JsonUnwrapped SearchResult result, List<Integer> missingParts) {

    private static final Comparator<Hit> IN_ORDER =
            Comparator.comparing(Hit::file).thenComparingInt(Hit::line);

    static ClusterResult merge(
            SearchRequest request, List<SearchResult> parts, List<Integer> missingParts, double tookMillis) {
        List<Hit> hits = parts.stream()
                .flatMap(part -> part.hits().stream())
                .sorted(IN_ORDER)
                .skip(request.offset())
                .limit(request.limit())
                .toList();
        SearchOutcome outcome = parts.stream()
                .map(SearchResult::outcome)
                .filter(end -> end != SearchOutcome.COMPLETE)
                .findFirst()
                .orElse(SearchOutcome.COMPLETE);
        SearchResult merged = new SearchResult(
                request.q(),
                parts.stream().map(SearchResult::source).findFirst().orElse(""),
                outcome,
                sum(parts, SearchResult::total),
                request.offset(),
                request.limit(),
                hits,
                (int) sum(parts, SearchResult::matchingFiles),
                (int) sum(parts, SearchResult::searchedFiles),
                (int) sum(parts, SearchResult::unsearchableFiles),
                parts.stream()
                        .flatMap(part -> part.unsearchable().stream())
                        .sorted()
                        .limit(SearchResult.UNSEARCHABLE_NAMED)
                        .toList(),
                tookMillis,
                (int) sum(parts, SearchResult::goroutines));
        return new ClusterResult(merged, missingParts);
    }

    private static long sum(List<SearchResult> parts, ToLongFunction<SearchResult> figure) {
        return parts.stream().mapToLong(figure).sum();
    }
}
