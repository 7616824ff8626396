package dev.gmp.sample.index;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CurrentCorpus;
import dev.gmp.sample.source.Source;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/**
 * Reads a source, one goroutine a file. Not more than {@code sample.index.in-flight} files are under way: each goroutine
 * that ends starts the one for the next file. No goroutine waits for another; the last one puts the corpus in place.
 */
@Component
class Indexer {

    private static final Logger log = LoggerFactory.getLogger(Indexer.class);

    private final Executor executor;
    private final IndexProperties properties;
    private final CurrentCorpus current;
    private final IndexHistory history;

    Indexer(
            @Qualifier("applicationTaskExecutor") Executor executor,
            IndexProperties properties,
            CurrentCorpus current,
            IndexHistory history) {
        this.executor = executor;
        this.properties = properties;
        this.current = current;
        this.history = history;
    }

    /** Lists the files and starts the goroutines that read them. Takes the source over: it is closed when the run ends. */
    @Async
    public void index(IndexRun run, Source source) {
        IndexJob job;
        try {
            List<String> files = source.files();
            List<String> taken = files.subList(0, Math.min(files.size(), properties.maxFiles()));
            run.listed(files.size());
            run.skipped(SkipReason.FILE_LIMIT, files.size() - taken.size());
            job = new IndexJob(run, source, taken, properties.largestFile(), properties.memoryLimit());
        } catch (IOException | RuntimeException | Error e) {
            fail(run, source, e);
            return;
        }
        job.hold();
        for (int started = 0; started < properties.inFlight(); started++) {
            String file = job.claim();
            if (file == null) {
                break;
            }
            if (!start(job, file)) {
                readFrom(job, file);
                break;
            }
        }
        if (job.release()) {
            end(job);
        }
    }

    /** Returns false where the executor has no room for one goroutine more. */
    private boolean start(IndexJob job, String file) {
        try {
            executor.execute(() -> readFrom(job, file));
            job.run().goroutineStarted();
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Reads a file and hands the next one to another goroutine, or, where there is no room for one, reads on itself. */
    private void readFrom(IndexJob job, String first) {
        @Nullable String file = first;
        do {
            job.read(file);
            file = job.claim();
            if (job.release()) {
                end(job);
            }
        } while (file != null && !start(job, file));
    }

    private void end(IndexJob job) {
        IndexRun run = job.run();
        try {
            if (job.error().isPresent()) {
                fail(run, job.source(), job.error().get());
                return;
            }
            if (run.isCancelled()) {
                history.ended(run.progress(), IndexState.CANCELLED, null);
                run.ended(IndexState.CANCELLED);
            } else {
                Corpus corpus = job.corpus();
                history.indexed(run.progress(), corpus);
                current.replace(corpus);
                run.ended(IndexState.READY);
                log.info("Indexed {}: {}", run.source(), corpus.summary());
            }
        } catch (RuntimeException | Error e) {
            fail(run, job.source(), e);
            return;
        }
        close(job.source());
    }

    private void fail(IndexRun run, Source source, Throwable reason) {
        log.warn("Indexing {} failed", run.source(), reason);
        close(source);
        try {
            history.ended(run.progress(), IndexState.FAILED, reason.toString());
        } catch (RuntimeException e) {
            log.warn("The failure of index run {} could not be stored", run.id(), e);
        }
        run.failed(reason.toString());
    }

    private static void close(Source source) {
        try {
            source.close();
        } catch (IOException e) {
            log.warn("Closing {} failed", source.location(), e);
        }
    }
}
