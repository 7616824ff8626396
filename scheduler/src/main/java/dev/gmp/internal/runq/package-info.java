/** Leaf: the run queues. A local queue for each processor, one global queue for all. They know nothing of goroutines. */
@NullMarked
package dev.gmp.internal.runq;

import org.jspecify.annotations.NullMarked;
