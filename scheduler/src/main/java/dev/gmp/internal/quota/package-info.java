/**
 * The CPU quota of the container: processors pause before it is used up, and goroutines in overtime run at a low priority.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.quota;

import org.jspecify.annotations.NullMarked;
