/** Leaf: a number of slots, and a queue of those that wait for one. */
@NullMarked
package dev.gmp.internal.bulkhead;

import org.jspecify.annotations.NullMarked;
