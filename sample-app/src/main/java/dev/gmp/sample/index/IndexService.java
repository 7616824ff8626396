package dev.gmp.sample.index;

import dev.gmp.process.Pid;
import dev.gmp.process.Processes;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.InvalidSourceException;
import dev.gmp.sample.source.Roots;
import dev.gmp.sample.source.Source;
import dev.gmp.sample.source.Sources;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** Starts index runs, one at a time, each a process, and knows how far the latest is. */
@Service
public class IndexService {

    private static final Logger log = LoggerFactory.getLogger(IndexService.class);

    private final Processes processes;
    private final IndexProperties properties;
    private final CurrentCorpus current;
    private final IndexHistory history;
    private final Roots roots;

    /** Held while a run is started, so that two callers cannot both find none under way, nor the end of an earlier one hide it. */
    private final ReentrantLock starting = new ReentrantLock();

    private volatile @Nullable IndexProgress latest;
    private volatile @Nullable Pid indexer;

    IndexService(
            Processes processes, IndexProperties properties, CurrentCorpus current, IndexHistory history, Roots roots) {
        this.processes = processes;
        this.properties = properties;
        this.current = current;
        this.history = history;
        this.roots = roots;
    }

    /**
     * Starts an index run and returns at once.
     *
     * @param path the folder, zip or jar; null for the one that is indexed now, or the one that is set up
     * @throws InvalidSourceException if there is nothing at the path that can and may be indexed
     * @throws IndexRunningException if a run is under way
     * @throws RejectedExecutionException if no process can be started
     */
    public IndexProgress start(@Nullable String path) {
        starting.lock();
        try {
            IndexProgress running = latest;
            if (running != null && !running.state().hasEnded()) {
                throw new IndexRunningException(running);
            }
            Source source = Sources.open(path != null ? path : presentSource(), properties.excludedFolders(), roots);
            return run(source);
        } finally {
            starting.unlock();
        }
    }

    /** The run that is under way, or else the last one. Empty before the first. */
    public Optional<IndexProgress> latest() {
        return Optional.ofNullable(latest);
    }

    /**
     * Asks the run that is under way to end. It begins no further file, and the corpus stays as it is.
     *
     * @return the run; empty if none is under way
     */
    public Optional<IndexProgress> cancel() {
        Pid pid = indexer;
        return latest().filter(run ->
                pid != null && !run.state().hasEnded() && processes.cancel(pid, "cancelled by a request"));
    }

    @EventListener(ApplicationReadyEvent.class)
    void indexOnStart() {
        if (!properties.onStart()) {
            return;
        }
        try {
            start(null);
        } catch (IndexRunningException e) {
            log.debug("Nothing is indexed at the start, because a run is under way.");
        } catch (InvalidSourceException e) {
            if (properties.source() != null) {
                throw new IllegalStateException("sample.index.source is wrong. " + e.getMessage(), e);
            }
            log.warn("Nothing is indexed at the start. {}", e.getMessage());
        }
    }

    /** The process has the source from here on, and closes it. */
    @SuppressWarnings("FutureReturnValueIgnored") // both ways are dealt with
    private IndexProgress run(Source source) {
        String location = source.location().toString();
        IndexProgress before = latest;
        try {
            IndexProgress begun = new IndexRun(history.started(location, Instant.now()), location).progress();
            latest = begun;
            Pid pid = submit(begun, source, before);
            indexer = pid;
            processes.send(pid, new WatchProgress(progress -> latest = progress));
            processes.result(pid).whenComplete((last, error) -> {
                if (error != null) {
                    failed(begun.id(), error);
                } else {
                    ended((IndexProgress) last);
                }
            });
            return begun;
        } catch (RuntimeException e) {
            closeQuietly(source, e);
            throw e;
        }
    }

    private Pid submit(IndexProgress begun, Source source, @Nullable IndexProgress before) {
        try {
            return processes.submit(IndexerProcess.TYPE, IndexerProcess.INDEX, new IndexOrder(begun.id(), source));
        } catch (RejectedExecutionException e) {
            latest = before;
            history.ended(begun, IndexState.FAILED, e.toString());
            throw e;
        }
    }

    /** A short run may be over before it hears of a watcher. */
    private void ended(IndexProgress last) {
        update(last.id(), known -> last);
    }

    private void failed(long run, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        IndexState end = cause instanceof CancellationException ? IndexState.CANCELLED : IndexState.FAILED;
        update(run, known -> known.state().hasEnded() ? known : known.endedAs(end, cause.toString()));
    }

    /** Changes nothing if another run has begun since. */
    private void update(long run, UnaryOperator<IndexProgress> change) {
        starting.lock();
        try {
            IndexProgress known = latest;
            if (known != null && known.id() == run) {
                latest = change.apply(known);
            }
        } finally {
            starting.unlock();
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
