/** The text that is searched: immutable once built, swapped as a whole. */
@NullMarked
package dev.gmp.sample.corpus;

import org.jspecify.annotations.NullMarked;
