/** Figures as text and in tables, and what a few of them say about a ratio. */
@NullMarked
package dev.gmp.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
