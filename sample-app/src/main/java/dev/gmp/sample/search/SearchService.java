package dev.gmp.sample.search;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.corpus.NoCorpusException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/** Starts searches on the executor and knows those that are under way. */
@Service
public class SearchService {

    private final Executor executor;
    private final CurrentCorpus current;
    private final SearchProperties properties;
    private final AtomicLong lastId = new AtomicLong();
    private final Set<RunningSearch> running = ConcurrentHashMap.newKeySet();

    SearchService(
            @Qualifier("applicationTaskExecutor") Executor executor,
            CurrentCorpus current,
            SearchProperties properties) {
        this.executor = executor;
        this.current = current;
        this.properties = properties;
    }

    /**
     * Starts a search over the corpus as it is now and returns at once.
     *
     * @throws InvalidQueryException if the request cannot be run as it is
     * @throws NoCorpusException if nothing is indexed yet
     * @throws RejectedExecutionException if the executor has no room
     */
    public RunningSearch start(SearchRequest request) {
        return start(request, false);
    }

    /** The same, of a search that has {@link RunningSearch#firstHits}. */
    public RunningSearch startWithFirstHits(SearchRequest request) {
        return start(request, true);
    }

    /**
     * Searches until one page of hits is found, from any files, and ends the rest of the search.
     *
     * @throws InvalidQueryException if the request cannot be run as it is
     * @throws NoCorpusException if nothing is indexed yet
     * @throws RejectedExecutionException if the executor has no room
     */
    public FirstHits first(SearchRequest request) {
        RunningSearch search = startWithFirstHits(request);
        try {
            List<Hit> page = search.firstHits().toList();
            boolean whole =
                    page.size() < request.limit() && search.result().join().outcome() == SearchOutcome.COMPLETE;
            return new FirstHits(request.q(), page, whole);
        } finally {
            search.cancel();
        }
    }

    private RunningSearch start(SearchRequest request, boolean sendsFirst) {
        return start(SearchQuery.of(request, properties), current.require(), sendsFirst);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a removal throws nothing
    private RunningSearch start(SearchQuery query, Corpus corpus, boolean sendsFirst) {
        RunningSearch search = new RunningSearch(lastId.incrementAndGet(), query, corpus, sendsFirst);
        running.add(search);
        search.result().whenComplete((result, error) -> running.remove(search));
        search.start(executor);
        return search;
    }

    /**
     * Starts a search over a part of a corpus. Its result has all hits that the asked page may need from the part.
     *
     * @throws InvalidQueryException if the request cannot be run as it is
     * @throws RejectedExecutionException if the executor has no room
     */
    public RunningSearch startInPart(Corpus part, SearchRequest request) {
        return start(SearchQuery.of(request, properties).fromFirst(), part, false);
    }

    /**
     * How long a search may run.
     *
     * @throws InvalidQueryException if the request cannot be run as it is
     */
    public Duration timeoutOf(SearchRequest request) {
        return SearchQuery.of(request, properties).timeout();
    }

    /** The searches under way, the oldest first. */
    public List<SearchProgress> running() {
        return running.stream()
                .map(RunningSearch::progress)
                .sorted(Comparator.comparingLong(SearchProgress::id))
                .toList();
    }

    @Scheduled(fixedRateString = "${sample.search.heartbeat:500ms}")
    void completeOverdue() {
        running.forEach(RunningSearch::completeIfOverdue);
    }
}
