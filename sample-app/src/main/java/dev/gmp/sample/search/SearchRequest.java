package dev.gmp.sample.search;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for, not yet looked at.
 *
 * @param q the regular expression to find in the text
 * @param path a regular expression to find in the paths of the files to search; null for all files
 * @param offset how many hits to pass over
 * @param limit how many hits to return at most
 * @param timeout how long the search may run; null for as long as is set up
 */
public record SearchRequest(
        String q,
        @Nullable String path,
        boolean ignoreCase,
        int offset,
        int limit,
        @Nullable Duration timeout) {}
