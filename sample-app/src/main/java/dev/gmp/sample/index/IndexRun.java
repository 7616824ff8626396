package dev.gmp.sample.index;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The figures of one index run, written by its goroutines and read by anyone at any time. */
final class IndexRun {

    private static final int PROBLEMS_KEPT = 10;

    private final long id;
    private final String source;
    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();

    private final AtomicInteger done = new AtomicInteger();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder goroutines = new LongAdder();
    private final Map<SkipReason, LongAdder> skipped;
    private final AtomicInteger problemCount = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();

    private volatile IndexState state = IndexState.LISTING;
    private volatile int found;
    private volatile long endedNanos;
    private volatile @Nullable String failure;
    private volatile boolean cancelled;

    IndexRun(long id, String source) {
        this.id = id;
        this.source = source;
        EnumMap<SkipReason, LongAdder> counters = new EnumMap<>(SkipReason.class);
        for (SkipReason reason : SkipReason.values()) {
            counters.put(reason, new LongAdder());
        }
        this.skipped = Collections.unmodifiableMap(counters);
    }

    long id() {
        return id;
    }

    String source() {
        return source;
    }

    Instant startedAt() {
        return startedAt;
    }

    boolean hasEnded() {
        return state.hasEnded();
    }

    /** Asks the run to end: files that have not begun are not read. */
    void cancel() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    void listed(int files) {
        found = files;
        state = IndexState.READING;
    }

    void goroutineStarted() {
        goroutines.increment();
    }

    void indexed(int fileBytes) {
        bytes.add(fileBytes);
        done.incrementAndGet();
    }

    void skipped(SkipReason reason, int files) {
        counter(reason).add(files);
        done.addAndGet(files);
    }

    void unreadable(String file, String why) {
        skipped(SkipReason.UNREADABLE, 1);
        if (problemCount.getAndIncrement() < PROBLEMS_KEPT) {
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
        IndexState now = state;
        int all = found;
        int ready = done.get();
        int percent = now == IndexState.READY ? 100 : all == 0 ? 0 : (int) (100L * ready / all);
        long nanos = (now.hasEnded() ? endedNanos : System.nanoTime()) - startedNanos;
        EnumMap<SkipReason, Long> left = new EnumMap<>(SkipReason.class);
        skipped.forEach((reason, count) -> {
            if (count.sum() > 0) {
                left.put(reason, count.sum());
            }
        });
        return new IndexProgress(
                id,
                source,
                now,
                startedAt,
                TimeUnit.NANOSECONDS.toMillis(nanos),
                all,
                ready,
                percent,
                bytes.sum(),
                goroutines.sum(),
                left,
                List.copyOf(problems),
                failure);
    }

    private LongAdder counter(SkipReason reason) {
        LongAdder counter = skipped.get(reason);
        if (counter == null) {
            throw new IllegalStateException("No counter of " + reason);
        }
        return counter;
    }
}
