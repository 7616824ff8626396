package dev.gmp.internal.profile;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

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
        Map<String, Long> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.<String, Long>comparingByValue())
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return sorted;
    }
}
