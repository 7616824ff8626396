/**
 * The nouns: G, M and P. They know each other here and nowhere else; what is done with them stands in {@code sched}.
 *
 * <p>The rules and the glossary stand in {@code docs/internals/scheduling.md}.
 */
@NullMarked
package dev.gmp.internal.gmp;

import org.jspecify.annotations.NullMarked;
