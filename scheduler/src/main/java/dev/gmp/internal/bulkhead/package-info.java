/** Bulkheads: each admits a bounded number of goroutines to a scheduler, and keeps the other tasks in a queue. */
@NullMarked
package dev.gmp.internal.bulkhead;

import org.jspecify.annotations.NullMarked;
