package dev.gmp.sample.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A file of a part.
 *
 * @param text null if the part has no such file
 */
record DocumentText(@Nullable String text) {}
