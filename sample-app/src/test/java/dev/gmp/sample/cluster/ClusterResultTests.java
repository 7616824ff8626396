package dev.gmp.sample.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gmp.sample.search.Hit;
import dev.gmp.sample.search.SearchOutcome;
import dev.gmp.sample.search.SearchRequest;
import dev.gmp.sample.search.SearchResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClusterResultTests {

    @Test
    void thePageIsThatOfTheWholeCorpus() {
        SearchRequest request = new SearchRequest("q", null, false, 1, 3, null);
        SearchResult first = part(SearchOutcome.COMPLETE, "a", "c", "e");
        SearchResult second = part(SearchOutcome.COMPLETE, "b", "d");

        SearchResult merged = ClusterResult.merge(request, List.of(first, second), List.of(), 1.5)
                .result();

        assertThat(merged.hits()).extracting(Hit::file).containsExactly("b", "c", "d");
        assertThat(merged.total()).isEqualTo(5);
        assertThat(merged.offset()).isEqualTo(1);
        assertThat(merged.limit()).isEqualTo(3);
        assertThat(merged.tookMillis()).isEqualTo(1.5);
        assertThat(merged.outcome()).isEqualTo(SearchOutcome.COMPLETE);
    }

    @Test
    void onePartThatRanOutOfTimeIsTold() {
        SearchRequest request = new SearchRequest("q", null, false, 0, 3, null);

        ClusterResult result = ClusterResult.merge(
                request, List.of(part(SearchOutcome.COMPLETE, "a"), part(SearchOutcome.TIMED_OUT, "b")), List.of(7), 1);

        assertThat(result.result().outcome()).isEqualTo(SearchOutcome.TIMED_OUT);
        assertThat(result.missingParts()).containsExactly(7);
    }

    @Test
    void aClusterWithoutPartsAnswersToo() {
        SearchRequest request = new SearchRequest("q", null, false, 0, 3, null);

        assertThat(ClusterResult.merge(request, List.of(), List.of(0, 1), 1)
                        .result()
                        .hits())
                .isEmpty();
    }

    private static SearchResult part(SearchOutcome outcome, String... files) {
        List<Hit> hits =
                Stream.of(files).map(file -> new Hit(file, 1, 1, "q", 0, 1)).toList();
        return new SearchResult("q", "source", outcome, hits.size(), 0, 4, hits, 1, 1, 0, List.of(), 1, 1);
    }
}
