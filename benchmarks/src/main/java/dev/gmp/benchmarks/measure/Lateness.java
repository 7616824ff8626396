package dev.gmp.benchmarks.measure;

import dev.gmp.benchmarks.peer.Timers;
import dev.gmp.benchmarks.workload.CompletionCounter;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Single timers with random gaps between them, and how long after its time each starts.
 *
 * @param meanGap gaps are spread evenly from none to twice as much
 */
public record Lateness(Timers timers, Duration meanGap) {
    private static final long SEED = 20_200_503;

    /** So far ahead is the first, that all are set before it is due. */
    private static final Duration AHEAD = Duration.ofMillis(100);

    /** Sets {@code count} timers. @return nanoseconds from due to started, ascending, when all have run */
    public long[] run(int count) {
        CompletionCounter fired = new CompletionCounter(count);
        long[] lateness = new long[count];
        SplittableRandom random = new SplittableRandom(SEED);
        long due = System.nanoTime() + AHEAD.toNanos();
        for (int i = 0; i < count; i++) {
            due += random.nextLong(2 * meanGap.toNanos());
            set(due, lateness, i, fired);
        }
        fired.await();
        Arrays.sort(lateness);
        return lateness;
    }

    private void set(long due, long[] lateness, int index, CompletionCounter fired) {
        Timers.Setter setter = timers.setterOf(() -> {
            lateness[index] = System.nanoTime() - due;
            fired.increment();
        });
        setter.set(due - System.nanoTime());
    }
}
