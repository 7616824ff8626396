/**
 * Go: {@code newproc}. How a task is admitted, becomes a goroutine, and is accepted or rejected.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.spawn;

import org.jspecify.annotations.NullMarked;
