package dev.gmp.internal.profile;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Counts texts. Beyond a number of different ones, new ones count as one. For one thread. */
final class Tally {

    /** Different texts. */
    static final int MOST = 20;

    static final String OTHER = "other";

    private final Map<String, Long> counts = new HashMap<>();

    /** @return the text that it counts as */
    String count(String text) {
        String counted = counts.size() < MOST || counts.containsKey(text) ? text : OTHER;
        counts.merge(counted, 1L, Long::sum);
        return counted;
    }

    /** The largest first. */
    Map<String, Long> sorted() {
        return sorted(List.of(this));
    }

    /** All of some tallies, the largest first. Beyond the number, the smallest count as one. */
    static Map<String, Long> sorted(Collection<Tally> tallies) {
        Map<String, Long> all = new HashMap<>();
        tallies.forEach(each -> each.counts.forEach((text, count) -> all.merge(text, count, Long::sum)));
        long other = Objects.requireNonNullElse(all.remove(OTHER), 0L);
        Map<String, Long> largest = new LinkedHashMap<>();
        for (Map.Entry<String, Long> each : inOrder(all)) {
            if (largest.size() < MOST) {
                largest.put(each.getKey(), each.getValue());
            } else {
                other += each.getValue();
            }
        }
        if (other > 0) {
            largest.put(OTHER, other);
        }
        return largest;
    }

    private static List<Map.Entry<String, Long>> inOrder(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.<String, Long>comparingByValue())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }
}
