/** One scheduler put together from its parts. Begin with {@code Scheduler}. */
@NullMarked
package dev.gmp.internal.wiring;

import org.jspecify.annotations.NullMarked;
