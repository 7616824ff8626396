/** Timers in heaps. Knows nothing of what they are for, nor of who waits for them. */
@NullMarked
package dev.gmp.internal.timer;

import org.jspecify.annotations.NullMarked;
