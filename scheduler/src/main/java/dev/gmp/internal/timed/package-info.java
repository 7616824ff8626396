/** Delayed and periodic tasks, and goroutines that park with a limit, on the scheduler's timers. */
@NullMarked
package dev.gmp.internal.timed;

import org.jspecify.annotations.NullMarked;
