package dev.gmp.sample.search;

/**
 * A search that is under way.
 *
 * @param goroutines how many tasks share the work
 * @param ended how many of them have ended
 */
public record SearchProgress(
        long id, String q, String path, long elapsedMillis, long timeoutMillis, int goroutines, int ended) {}
