package dev.gmp.sample.cluster;

import dev.gmp.process.Event;
import dev.gmp.process.Pid;
import dev.gmp.process.Process;
import dev.gmp.process.ProcessContext;
import dev.gmp.process.StepOutput;
import dev.gmp.process.cluster.KeyedContext;
import dev.gmp.sample.corpus.Corpus;
import dev.gmp.sample.corpus.CorpusSummary;
import dev.gmp.sample.search.SearchResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of the corpus. Its key is its number. It reads its files when it starts, on whichever node that is, and then answers
 * questions. Questions that come before wait.
 */
final class CorpusPart implements Process {

    static final String TYPE = "corpus-part";
    static final String SERVE = "serve";

    private static final Logger log = LoggerFactory.getLogger(CorpusPart.class);

    private final List<Event.Message> waiting = new ArrayList<>();

    /** By the search's tag: what gets its result. */
    private final Map<Long, Pid> searching = new HashMap<>();

    private @Nullable KeyedContext context;
    private @Nullable Corpus corpus;
    private boolean isIndexing;

    @Override
    public void init(ProcessContext context, String method, @Nullable Object key) {
        this.context = (KeyedContext) context;
    }

    @Override
    public void step(List<Event> events, StepOutput out) throws Exception {
        for (Event event : events) {
            if (event instanceof Event.Message message) {
                waiting.add(message);
            } else if (event instanceof Event.YieldComplete completion) {
                completed(completion);
            } else if (event instanceof Event.Cancel) {
                out.done(null);
                return;
            }
        }
        Corpus indexed = corpus;
        if (indexed != null) {
            waiting.forEach(message -> answer(message, indexed, out));
            waiting.clear();
            out.idle();
        } else if (!isIndexing) {
            isIndexing = true;
            out.yield(new IndexPart(Integer.parseInt(context().key())));
        }
    }

    private void answer(Event.Message message, Corpus indexed, StepOutput out) {
        Pid sender = message.sender();
        if (sender == null) {
            return;
        }
        if (message.data() instanceof SearchPart search) {
            searching.put(out.yield(new SearchCorpus(indexed, search.request())), sender);
        } else if (message.data() instanceof ReadDocument read) {
            String text = indexed.find(read.path()).map(found -> found.text()).orElse(null);
            context().send(sender, new DocumentText(text));
        } else if (message.data() instanceof DescribePart) {
            CorpusSummary summary = indexed.summary();
            String node = context().cluster().snapshot().self();
            context().send(sender, new PartDescription(node, summary.files(), summary.lines()));
        }
    }

    /** A part that cannot be indexed ends, and the next question starts it again. */
    private void completed(Event.YieldComplete completion) throws Exception {
        Pid asking = searching.remove(completion.tag());
        Throwable error = completion.error();
        if (error != null) {
            log.warn(
                    "{} {} failed",
                    asking == null ? "Indexing" : "A search in",
                    context().self(),
                    error);
            if (asking == null) {
                throw new IllegalStateException("not indexed", error);
            }
        } else if (asking != null) {
            context().send(asking, (SearchResult) Objects.requireNonNull(completion.data()));
        } else {
            corpus = (Corpus) completion.data();
        }
    }

    private KeyedContext context() {
        return Objects.requireNonNull(context);
    }
}
