/** The CPU quota of the container: processors pause before it is used up, and goroutines in overtime run at a low priority. */
@NullMarked
package dev.gmp.internal.quota;

import org.jspecify.annotations.NullMarked;
