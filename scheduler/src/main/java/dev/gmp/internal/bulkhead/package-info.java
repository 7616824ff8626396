/**
 * Bulkheads: each admits a bounded number of goroutines to a scheduler, and keeps the other tasks in a queue.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.bulkhead;

import org.jspecify.annotations.NullMarked;
