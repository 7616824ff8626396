/** What all goroutines of a scheduler were doing at one moment (Go: the goroutine profile). */
@NullMarked
package dev.gmp.observe.profile;

import org.jspecify.annotations.NullMarked;
