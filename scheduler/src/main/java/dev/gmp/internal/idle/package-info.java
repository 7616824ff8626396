/** Leaf: what is idle. Processors without a machine, machines without work, and how many look for some. */
@NullMarked
package dev.gmp.internal.idle;

import org.jspecify.annotations.NullMarked;
