package dev.gmp.sample.corpus;

import java.time.Instant;

/**
 * What a corpus holds.
 *
 * @param source where it was read from
 * @param memory the heap it takes, in bytes, by estimate
 */
public record CorpusSummary(String source, Instant indexedAt, int files, long lines, long characters, long memory) {}
