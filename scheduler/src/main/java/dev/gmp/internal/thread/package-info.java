/** Leaf: the platform thread of a machine, plain or a ForkJoin worker. */
@NullMarked
package dev.gmp.internal.thread;

import org.jspecify.annotations.NullMarked;
