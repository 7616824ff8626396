/**
 * Delayed and periodic tasks, and goroutines that park with a limit, on the scheduler's timers.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.timed;

import org.jspecify.annotations.NullMarked;
