/** The {@code compare} command: takes all measurements in turns, and writes the table of ratios and its plot. */
@NullMarked
package dev.gmp.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
