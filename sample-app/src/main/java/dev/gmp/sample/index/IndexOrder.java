package dev.gmp.sample.index;

import dev.gmp.sample.source.Source;

/**
 * What an {@link IndexerProcess} is submitted with.
 *
 * @param run its number in the history
 * @param source is closed by the process when the run ends
 */
record IndexOrder(long run, Source source) {}
