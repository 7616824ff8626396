/** Timers in heaps. Knows nothing of what they are for, nor of what waits for them. */
@NullMarked
package dev.gmp.internal.timer;

import org.jspecify.annotations.NullMarked;
