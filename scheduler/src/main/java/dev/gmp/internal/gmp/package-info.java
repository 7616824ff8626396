/** The nouns: G, M and P. They know each other here and nowhere else; what is done with them stands in {@code sched}. */
@NullMarked
package dev.gmp.internal.gmp;

import org.jspecify.annotations.NullMarked;
