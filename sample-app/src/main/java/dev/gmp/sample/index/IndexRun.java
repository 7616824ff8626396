package dev.gmp.sample.index;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The figures of one index run, for its process alone. */
final class IndexRun {

    private static final int PROBLEMS_KEPT = 10;

    private final long id;
    private final String source;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();

    private final EnumMap<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private final List<String> problems = new ArrayList<>();

    private IndexState state = IndexState.LISTING;
    private int found;
    private int done;
    private long bytes;
    private long goroutines;
    private long endedNanos;
    private @Nullable String failure;

    IndexRun(long id, String source) {
        this.id = id;
        this.source = source;
    }

    long id() {
        return id;
    }

    String source() {
        return source;
    }

    boolean hasEnded() {
        return state.hasEnded();
    }

    void listed(int files) {
        found = files;
        state = IndexState.READING;
    }

    void goroutineStarted() {
        goroutines++;
    }

    void goroutineRefused() {
        goroutines--;
    }

    void indexed(int fileBytes) {
        bytes += fileBytes;
        done++;
    }

    void skipped(SkipReason reason, int files) {
        if (files > 0) {
            skipped.merge(reason, (long) files, Long::sum);
            done += files;
        }
    }

    void unreadable(String file, String why) {
        skipped(SkipReason.UNREADABLE, 1);
        if (problems.size() < PROBLEMS_KEPT) {
            problems.add(file + ": " + why);
        }
    }

    void failed(String reason) {
        failure = reason;
        ended(IndexState.FAILED);
    }

    void ended(IndexState end) {
        endedNanos = System.nanoTime();
        state = end;
    }

    IndexProgress progress() {
        int percent = state == IndexState.READY ? 100 : found == 0 ? 0 : (int) (100L * done / found);
        long nanos = (state.hasEnded() ? endedNanos : System.nanoTime()) - startedNanos;
        return new IndexProgress(
                id,
                source,
                state,
                startedAt,
                TimeUnit.NANOSECONDS.toMillis(nanos),
                found,
                done,
                percent,
                bytes,
                goroutines,
                new EnumMap<>(skipped),
                List.copyOf(problems),
                failure);
    }
}
