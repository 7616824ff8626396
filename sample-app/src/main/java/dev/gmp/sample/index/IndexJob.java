package dev.gmp.sample.index;

import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The work of one index run: which files are left, and what was read so far.
 *
 * <p>Every file claimed is counted as open until it is released, and a goroutine claims its next file before it releases
 * the one before. So the count reaches zero once, after the last file, and whoever brings it there ends the run: nobody
 * waits for anybody.
 */
final class IndexJob {

    private final IndexRun run;
    private final Source source;
    private final List<String> files;
    private final int largestFile;
    private final long memoryLimit;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong memory = new AtomicLong();
    private final ConcurrentLinkedQueue<Document> documents = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

    IndexJob(IndexRun run, Source source, List<String> files, int largestFile, long memoryLimit) {
        this.run = run;
        this.source = source;
        this.files = files;
        this.largestFile = largestFile;
        this.memoryLimit = memoryLimit;
    }

    IndexRun run() {
        return run;
    }

    Source source() {
        return source;
    }

    /** Counts something as open that is no file, such as the goroutine that starts the others. */
    void hold() {
        open.incrementAndGet();
    }

    /**
     * Takes the next file. The caller must hold something open, and must release the file.
     *
     * @return null if there is none, or the run is to end
     */
    @Nullable
    String claim() {
        if (isToEnd()) {
            return null;
        }
        int index = next.getAndIncrement();
        if (index >= files.size()) {
            return null;
        }
        open.incrementAndGet();
        return files.get(index);
    }

    /** Returns true to the one caller after whom nothing is open any more. */
    boolean release() {
        return open.decrementAndGet() == 0;
    }

    /** Reads one file into the corpus to be, or counts why it was left out. An {@link Error} ends the whole run. */
    void read(String file) {
        if (isToEnd()) {
            return;
        }
        try (InputStream content = source.open(file)) {
            byte[] bytes = content.readNBytes(largestFile + 1);
            if (bytes.length > largestFile) {
                run.skipped(TextDecoder.isBinary(bytes) ? SkipReason.BINARY : SkipReason.TOO_LONG, 1);
                return;
            }
            Optional<String> text = TextDecoder.decode(bytes);
            if (text.isEmpty()) {
                run.skipped(SkipReason.BINARY, 1);
            } else if (!reserve(Document.memoryOf(file, text.get()))) {
                run.skipped(SkipReason.MEMORY_LIMIT, 1);
            } else {
                documents.add(Document.of(file, text.get(), bytes.length));
                run.indexed(bytes.length);
            }
        } catch (IOException | RuntimeException e) {
            run.unreadable(file, e.toString());
        } catch (Error e) {
            error.compareAndSet(null, e);
        }
    }

    /** Why the run must fail, if it must. */
    Optional<Throwable> error() {
        return Optional.ofNullable(error.get());
    }

    Corpus corpus() {
        return Corpus.of(source.location().toString(), run.startedAt(), documents);
    }

    private boolean isToEnd() {
        return run.isCancelled() || error.get() != null;
    }

    private boolean reserve(long bytes) {
        if (memory.addAndGet(bytes) <= memoryLimit) {
            return true;
        }
        memory.addAndGet(-bytes);
        return false;
    }
}
