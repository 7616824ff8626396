/** Reads a source into a corpus, by a process that has each file read on a goroutine, and keeps the history of runs. */
@NullMarked
package dev.gmp.sample.index;

import org.jspecify.annotations.NullMarked;
