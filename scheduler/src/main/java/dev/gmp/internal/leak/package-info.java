/** Looks for goroutines that seem to be forgotten, and for those that wait for each other. */
@NullMarked
package dev.gmp.internal.leak;

import org.jspecify.annotations.NullMarked;
