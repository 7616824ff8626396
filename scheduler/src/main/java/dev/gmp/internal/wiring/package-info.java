/**
 * One scheduler put together from its parts. Begin with {@code Scheduler}.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.wiring;

import org.jspecify.annotations.NullMarked;
