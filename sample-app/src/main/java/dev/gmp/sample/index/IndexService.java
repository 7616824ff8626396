package dev.gmp.sample.index;

import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.InvalidSourceException;
import dev.gmp.sample.source.Source;
import dev.gmp.sample.source.Sources;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** Starts index runs, one at a time, and knows the latest. */
@Service
public class IndexService {

    private static final Logger log = LoggerFactory.getLogger(IndexService.class);

    private final Indexer indexer;
    private final IndexProperties properties;
    private final CurrentCorpus current;
    private final IndexHistory history;

    /** Held while a run is started, so that two callers cannot both find none under way. */
    private final ReentrantLock starting = new ReentrantLock();

    private volatile @Nullable IndexRun latest;

    IndexService(Indexer indexer, IndexProperties properties, CurrentCorpus current, IndexHistory history) {
        this.indexer = indexer;
        this.properties = properties;
        this.current = current;
        this.history = history;
    }

    /**
     * Starts an index run and returns at once.
     *
     * @param path the folder, zip or jar; null for the one that is indexed now, or the one that is set up
     * @throws InvalidSourceException if there is nothing at the path that can be indexed
     * @throws IndexRunningException if a run is under way
     * @throws RejectedExecutionException if the executor has no room
     */
    public IndexProgress start(@Nullable String path) {
        starting.lock();
        try {
            IndexRun running = latest;
            if (running != null && !running.hasEnded()) {
                throw new IndexRunningException(running.progress());
            }
            Source source = Sources.open(path != null ? path : presentSource(), properties.excludedFolders());
            return run(source);
        } finally {
            starting.unlock();
        }
    }

    /** The run that is under way, or else the last one. Empty before the first. */
    public Optional<IndexProgress> latest() {
        return Optional.ofNullable(latest).map(IndexRun::progress);
    }

    @EventListener(ApplicationReadyEvent.class)
    void indexOnStart() {
        if (!properties.onStart()) {
            return;
        }
        try {
            start(null);
        } catch (InvalidSourceException e) {
            if (properties.source() != null) {
                throw new IllegalStateException("sample.index.source is wrong. " + e.getMessage(), e);
            }
            log.warn("Nothing is indexed at the start. {}", e.getMessage());
        }
    }

    @EventListener(ContextClosedEvent.class)
    void stop() {
        IndexRun run = latest;
        if (run != null) {
            run.cancel();
        }
    }

    private IndexProgress run(Source source) {
        String location = source.location().toString();
        try {
            IndexRun run = new IndexRun(history.started(location, Instant.now()), location);
            try {
                indexer.index(run, source);
            } catch (RejectedExecutionException e) {
                history.ended(run.progress(), IndexState.FAILED, e.toString());
                throw e;
            }
            latest = run;
            return run.progress();
        } catch (RuntimeException e) {
            closeQuietly(source, e);
            throw e;
        }
    }

    private String presentSource() {
        return current.get()
                .map(corpus -> corpus.summary().source())
                .or(() -> Optional.ofNullable(properties.source()))
                .or(() -> Sources.preferred().map(Object::toString))
                .orElseThrow(Sources::nothingToPrefer);
    }

    private static void closeQuietly(Source source, RuntimeException reason) {
        try {
            source.close();
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }
}
