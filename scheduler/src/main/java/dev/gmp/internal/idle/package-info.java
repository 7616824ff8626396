/** Leaf: idle processors, parked machines, and the number of machines that look for work. */
@NullMarked
package dev.gmp.internal.idle;

import org.jspecify.annotations.NullMarked;
