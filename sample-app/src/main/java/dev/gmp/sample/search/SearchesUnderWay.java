package dev.gmp.sample.search;

import dev.gmp.spring.endpoint.Progress;
import dev.gmp.spring.endpoint.ProgressSource;
import java.util.List;
import org.springframework.stereotype.Component;

/** Shows on the scheduler's page how many goroutines of each search have ended. */
@Component
class SearchesUnderWay implements ProgressSource {

    private final SearchService searches;

    SearchesUnderWay(SearchService searches) {
        this.searches = searches;
    }

    @Override
    public List<Progress> progress() {
        return searches.running().stream().map(SearchesUnderWay::of).toList();
    }

    private static Progress of(SearchProgress search) {
        return new Progress(
                "Search %d: %s".formatted(search.id(), search.q()),
                search.ended(),
                (long) search.goroutines(),
                "goroutines");
    }
}
