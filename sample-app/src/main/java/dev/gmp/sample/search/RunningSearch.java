package dev.gmp.sample.search;

import dev.gmp.channel.Channel;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A search spread over goroutines, one a shard. No thread waits for them: the one that ends last gathers the result and
 * completes the future. So a search needs no thread of its own, and cannot starve an executor of few threads.
 */
public final class RunningSearch {

    /** What goroutines have, once the time is over, to notice it and to hand in what they found. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final long id;
    private final SearchQuery query;
    private final Corpus corpus;
    private final SearchGuard guard;
    private final @Nullable Channel<Hit> firstHits;

    /** What each shard's goroutine found; set as the last thing that it does. */
    private final AtomicReferenceArray<@Nullable ShardHits> found;

    /** Whether a goroutine left its shard before the end. */
    private volatile boolean cutShort;

    private final AtomicInteger ended = new AtomicInteger();
    private final CompletableFuture<SearchResult> result = new CompletableFuture<>();

    /** @param sendsFirst whether {@link #firstHits} gives any */
    @SuppressWarnings("FutureReturnValueIgnored") // closing throws nothing
    RunningSearch(long id, SearchQuery query, Corpus corpus, boolean sendsFirst) {
        this.id = id;
        this.query = query;
        this.corpus = corpus;
        this.guard = new SearchGuard(query.timeout());
        this.found = new AtomicReferenceArray<>(corpus.shards().size());
        if (sendsFirst) {
            Channel<Hit> hits = Channel.buffered(query.limit());
            result.whenComplete((answer, error) -> hits.close());
            this.firstHits = hits;
        } else {
            this.firstHits = null;
        }
    }

    /**
     * Starts the goroutines.
     *
     * @throws RejectedExecutionException if the executor has no room for all of them; those already started end soon
     */
    void start(Executor executor) {
        List<Shard> shards = corpus.shards();
        if (shards.isEmpty()) {
            complete();
            return;
        }
        try {
            for (int i = 0; i < shards.size(); i++) {
                int index = i;
                executor.execute(() -> search(index));
            }
        } catch (RejectedExecutionException e) {
            guard.cancel();
            result.completeExceptionally(e);
            throw e;
        }
    }

    /** Ends the search soon, wherever it is; a result already there stays. Harmless when repeated. */
    public void cancel() {
        guard.cancel();
    }

    /** Completed by the last goroutine, on its thread, or at the latest some time after the search's time is over. */
    public CompletableFuture<SearchResult> result() {
        return result;
    }

    /** A page of the hits found first, in any files, while the search goes on. It ends with the search; to be received once. */
    public Stream<Hit> firstHits() {
        return firstHits == null ? Stream.empty() : firstHits.stream().limit(query.limit());
    }

    public SearchProgress progress() {
        return new SearchProgress(
                id,
                query.request().q(),
                Objects.requireNonNullElse(query.request().path(), ""),
                TimeUnit.NANOSECONDS.toMillis(guard.elapsedNanos()),
                query.timeout().toMillis(),
                found.length(),
                ended.get());
    }

    /**
     * Completes a search that is well overdue with what its goroutines have handed in. Needed where goroutines cannot begin because
     * others hold every thread, or one is in a part of an expression that reads no characters.
     */
    void completeIfOverdue() {
        if (guard.isOverdueBy(GRACE)) {
            complete();
        }
    }

    private void search(int index) {
        ShardSearch search = new ShardSearch(query, guard, firstHits);
        try {
            search.search(corpus.shards().get(index));
        } catch (SearchEndedException e) {
            cutShort = true;
        } catch (RuntimeException | Error e) {
            guard.cancel();
            result.completeExceptionally(e);
            throw e;
        } finally {
            found.set(index, search.hits());
            if (ended.incrementAndGet() == found.length()) {
                complete();
            }
        }
    }

    private void complete() {
        if (result.isDone()) {
            return;
        }
        List<ShardHits> handedIn = new ArrayList<>();
        for (int i = 0; i < found.length(); i++) {
            ShardHits shard = found.get(i);
            if (shard != null) {
                handedIn.add(shard);
            }
        }
        boolean whole = handedIn.size() == found.length() && !cutShort;
        SearchOutcome outcome =
                whole ? SearchOutcome.COMPLETE : guard.isOverdue() ? SearchOutcome.TIMED_OUT : SearchOutcome.CANCELLED;
        double millis = TimeUnit.NANOSECONDS.toMicros(guard.elapsedNanos()) / 1_000.0;
        result.complete(
                SearchResult.gather(query, corpus.summary().source(), outcome, handedIn, millis, found.length()));
    }
}
