package dev.gmp.internal.profile;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what goroutines wait for, and keeps the first and the last end of waits that end by themselves. For one thread. */
final class WaitTally {

    private final Tally causes = new Tally();
    private final Map<String, Ends> ends = new HashMap<>();

    private record Ends(Instant first, Instant last) {

        Ends and(Ends other) {
            return new Ends(
                    first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
        }

        @Override
        public String toString() {
            return first.equals(last) ? first.toString() : first + " to " + last;
        }
    }

    /** @param until when the wait ends by itself, or null */
    void count(String cause, @Nullable Instant until) {
        if (until == null) {
            causes.count(cause);
            return;
        }
        String timed = cause + " until ";
        if (causes.count(timed)) {
            Instant second = until.truncatedTo(ChronoUnit.SECONDS);
            ends.merge(timed, new Ends(second, second), Ends::and);
        }
    }

    /** In words, the largest number first. */
    Map<String, Long> sorted() {
        Map<String, Long> sorted = new LinkedHashMap<>();
        causes.sorted().forEach((cause, count) -> {
            Ends known = ends.get(cause);
            sorted.put(known == null ? cause : cause + known, count);
        });
        return sorted;
    }
}
