package dev.gmp.internal.profile;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts texts. Beyond a number of different ones, new ones count as one. For one thread. */
final class Tally {

    /** Different texts. */
    static final int MOST = 20;

    static final String OTHER = "other";

    private final Map<String, Long> counts = new HashMap<>();
    private long others;

    /** @return whether it counts by itself */
    boolean count(String text) {
        boolean isCounted = counts.size() < MOST || counts.containsKey(text);
        if (isCounted) {
            counts.merge(text, 1L, Long::sum);
        } else {
            others++;
        }
        return isCounted;
    }

    /** The largest first. */
    Map<String, Long> sorted() {
        return largest(counts, others);
    }

    /**
     * All of some tallies as {@code key=text}, the largest first. Beyond the number, the smallest count as one.
     *
     * @param others what counts beside them
     */
    static Map<String, Long> sorted(Map<String, Tally> tallies, long others) {
        Map<String, Long> all = new HashMap<>();
        long other = others;
        for (Map.Entry<String, Tally> each : tallies.entrySet()) {
            each.getValue().counts.forEach((text, count) -> all.put(each.getKey() + "=" + text, count));
            other += each.getValue().others;
        }
        return largest(all, other);
    }

    private static Map<String, Long> largest(Map<String, Long> all, long others) {
        Map<String, Long> largest = new LinkedHashMap<>();
        long other = others;
        List<Map.Entry<String, Long>> inOrder = all.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.<String, Long>comparingByValue())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        for (Map.Entry<String, Long> each : inOrder) {
            if (largest.size() < MOST) {
                largest.put(each.getKey(), each.getValue());
            } else {
                other += each.getValue();
            }
        }
        if (other > 0) {
            largest.merge(OTHER, other, Long::sum);
        }
        return largest;
    }
}
