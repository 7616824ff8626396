package dev.gmp.sample.index;

import dev.gmp.process.Event;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.index.ReadFile.Content;
import dev.gmp.sample.source.Source;
import dev.gmp.spring.process.EntryPoints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Scope;
import org.springframework.stereotype.Component;

/**
 * One index run: lists the files, has them read, not more than {@code sample.index.in-flight} at once, and has the corpus put
 * in place. It reports its progress to each sender of a {@link WatchProgress}. Cancelled, it begins no further file and leaves the
 * corpus as it is. Its result is its last {@link IndexProgress}.
 */
@Component(IndexerProcess.TYPE)
@Scope("prototype")
@EntryPoints(IndexerProcess.INDEX)
class IndexerProcess implements Process {

    static final String TYPE = "indexer";
    static final String INDEX = "index";

    private static final Logger log = LoggerFactory.getLogger(IndexerProcess.class);

    private final IndexProperties properties;
    private final Deque<String> left = new ArrayDeque<>();
    private final Map<Long, String> beingRead = new HashMap<>();
    private final List<Consumer<IndexProgress>> watchers = new ArrayList<>();
    private final List<Document> documents = new ArrayList<>();

    private @Nullable IndexRun run;
    private @Nullable Source source;
    private long memory;
    private long listing;
    private long ending;
    private boolean isListing = true;

    /** How often in a row the scheduler has refused to read a file. */
    private int refusals;

    private @Nullable IndexState end;
    private @Nullable String failure;

    IndexerProcess(IndexProperties properties) {
        this.properties = properties;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
        IndexOrder order = (IndexOrder) Objects.requireNonNull(input);
        source = order.source();
        run = new IndexRun(order.run(), order.source().location().toString());
    }

    @Override
    public void step(List<Event> events, StepOutput out) {
        for (Event event : events) {
            if (event instanceof Event.Message message && message.data() instanceof WatchProgress watch) {
                watchers.add(watch.watcher());
            } else if (event instanceof Event.Cancel) {
                endAs(IndexState.CANCELLED, null);
            } else if (event instanceof Event.YieldComplete completion) {
                completed(completion);
            }
        }
        if (run().hasEnded()) {
            out.done(run().progress());
        } else {
            goOn(out);
            out.idle();
        }
        tellWatchers();
    }

    private void tellWatchers() {
        if (!watchers.isEmpty()) {
            IndexProgress progress = run().progress();
            watchers.forEach(watcher -> watcher.accept(progress));
        }
    }

    @Override
    public void close() throws IOException {
        if (source != null) {
            source.close();
        }
    }

    private void completed(Event.YieldComplete completion) {
        Throwable error = completion.error();
        if (completion.tag() == listing) {
            listed(completion);
        } else if (completion.tag() == ending) {
            ended(error);
        } else {
            String file = Objects.requireNonNull(beingRead.remove(completion.tag()));
            boolean refused = error instanceof RejectedExecutionException;
            refusals = refused ? refusals + 1 : 0;
            if (refused && (refusals == 1 || !beingRead.isEmpty())) {
                run().goroutineRefused();
                left.addFirst(file);
            } else if (error != null && (refused || error instanceof Error)) {
                fail(error);
            } else if (error != null) {
                run().unreadable(file, error.toString());
            } else {
                add((Content) Objects.requireNonNull(completion.data()));
            }
        }
    }

    private void listed(Event.YieldComplete completion) {
        isListing = false;
        if (end != null) {
            return; // cancelled meanwhile
        }
        if (completion.error() != null) {
            fail(completion.error());
            return;
        }
        @SuppressWarnings("unchecked")
        List<String> files = (List<String>) Objects.requireNonNull(completion.data());
        List<String> taken = files.subList(0, Math.min(files.size(), properties.maxFiles()));
        left.addAll(taken);
        run().listed(files.size());
        run().skipped(SkipReason.FILE_LIMIT, files.size() - taken.size());
    }

    private void add(Content content) {
        Document document = content.document();
        if (document == null) {
            run().skipped(Objects.requireNonNull(content.leftOut()), 1);
            return;
        }
        if (memory + content.memory() > properties.memoryLimit()) {
            run().skipped(SkipReason.MEMORY_LIMIT, 1);
            return;
        }
        memory += content.memory();
        documents.add(document);
        run().indexed(document.bytes());
    }

    /** What must be done next, if it is not being done. */
    private void goOn(StepOutput out) {
        if (listing == 0) {
            listing = out.yield(new ListFiles(source(), properties.maxFiles() + 1));
        }
        if (end == null) {
            while (hasRoom() && !left.isEmpty() && beingRead.size() < properties.inFlight()) {
                String file = left.remove();
                beingRead.put(out.yield(new ReadFile(source(), file, properties.largestFile())), file);
                run().goroutineStarted();
            }
            if (!isListing && left.isEmpty() && beingRead.isEmpty()) {
                endAs(IndexState.READY, null);
            }
        }
        if (end != null && ending == 0 && beingRead.isEmpty()) { // a listing ends when the source is closed
            List<Document> corpus = end == IndexState.READY ? documents : List.of();
            ending = out.yield(new EndRun(run().progress(), end, corpus, failure));
        }
    }

    /** When the scheduler has refused a file, the others are awaited; then one is tried alone. */
    private boolean hasRoom() {
        return refusals == 0 || beingRead.isEmpty();
    }

    /** The first reason counts. */
    private void endAs(IndexState state, @Nullable String why) {
        if (end == null) {
            end = state;
            failure = why;
            left.clear();
        }
    }

    private void fail(Throwable reason) {
        log.warn("Indexing {} failed", run().source(), reason);
        endAs(IndexState.FAILED, reason.toString());
    }

    /** A corpus that could not be stored or put in place is a failure, which is stored in its turn. */
    private void ended(@Nullable Throwable error) {
        if (error == null) {
            finish();
        } else if (end == IndexState.FAILED) {
            log.warn("The failure of index run {} could not be stored", run().id(), error);
            finish();
        } else {
            end = null;
            ending = 0;
            fail(error);
        }
    }

    private void finish() {
        if (failure != null) {
            run().failed(failure);
        } else {
            run().ended(Objects.requireNonNull(end));
        }
    }

    private IndexRun run() {
        return Objects.requireNonNull(run);
    }

    private Source source() {
        return Objects.requireNonNull(source);
    }
}
