/**
 * The {@code fairness} command: how tasks that compute for long and short ones get on with each other, as a plot over
 * time.
 */
@NullMarked
package dev.gmp.benchmarks.fairness;

import org.jspecify.annotations.NullMarked;
