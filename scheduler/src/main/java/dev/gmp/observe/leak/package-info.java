/** Goroutines that seem to be forgotten, and goroutines that wait for each other. */
@NullMarked
package dev.gmp.observe.leak;

import org.jspecify.annotations.NullMarked;
