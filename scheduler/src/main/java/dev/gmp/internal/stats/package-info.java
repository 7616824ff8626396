/**
 * Observation of a scheduler: snapshots, counts, times by status, traces. It changes nothing.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.stats;

import org.jspecify.annotations.NullMarked;
