/** Reads a source into a corpus, one goroutine a file, and keeps the history of runs. */
@NullMarked
package dev.gmp.sample.index;

import org.jspecify.annotations.NullMarked;
