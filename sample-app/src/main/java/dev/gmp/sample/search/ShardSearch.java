package dev.gmp.sample.search;

import dev.gmp.channel.ChannelClosedException;
import dev.gmp.channel.SendChannel;
import dev.gmp.sample.corpus.Document;
import dev.gmp.sample.corpus.Shard;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Searches one shard, on one goroutine. A line with several matches is one hit, where the first of them begins. */
final class ShardSearch {

    private final SearchGuard guard;
    private final Matcher content;
    private final @Nullable Matcher path;
    private final ShardHits hits;

    /** Null when it wants no more. */
    private @Nullable SendChannel<Hit> first;

    /** @param first gets each hit as soon as it is found, until it is full or closed; or null */
    ShardSearch(SearchQuery query, SearchGuard guard, @Nullable SendChannel<Hit> first) {
        this.first = first;
        this.guard = guard;
        this.content = query.content().matcher("");
        this.path = query.path() == null ? null : query.path().matcher("");
        this.hits = new ShardHits(query.offset() + query.limit());
    }

    /** What was found so far. */
    ShardHits hits() {
        return hits;
    }

    /** @throws SearchEndedException if the search is to end before the shard does */
    void search(Shard shard) {
        for (Document document : shard.documents()) {
            guard.check();
            try {
                if (path == null
                        || path.reset(new GuardedText(document.path(), guard)).find()) {
                    hits.searched(search(document));
                }
            } catch (StackOverflowError e) {
                // The engine recurses for groups that repeat: (a|b)* over a long stretch takes a frame or more each
                // time.
                hits.unsearchable(document);
            }
        }
    }

    private boolean search(Document document) {
        String text = document.text();
        content.reset(new GuardedText(text, guard));
        boolean matching = false;
        int from = 0;
        while (from < text.length() && content.find(from) && !isBehindLastLine(text, content.start())) {
            matching = true;
            hits.match(document, content.start(), content.end());
            sendFirst(new ShardHits.Match(document, content.start(), content.end()));
            int lineEnd = text.indexOf('\n', content.start());
            if (lineEnd < 0) {
                break;
            }
            from = Math.max(content.end(), lineEnd + 1);
        }
        return matching;
    }

    /** Without waiting: what would receive may need this thread. A page has no more hits than there is room for. */
    private void sendFirst(ShardHits.Match match) {
        if (first == null) {
            return;
        }
        try {
            if (!first.trySend(Hit.of(match))) {
                first = null;
            }
        } catch (ChannelClosedException e) {
            first = null;
        }
    }

    /** An empty match can stand behind the last line feed, where there is no line any more. */
    private static boolean isBehindLastLine(String text, int start) {
        return start == text.length() && text.charAt(start - 1) == '\n';
    }
}
