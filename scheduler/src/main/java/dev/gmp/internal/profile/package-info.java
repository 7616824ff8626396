/** Reads what all goroutines of a scheduler are doing, those too that wait (Go: the goroutine profile). */
@NullMarked
package dev.gmp.internal.profile;

import org.jspecify.annotations.NullMarked;
