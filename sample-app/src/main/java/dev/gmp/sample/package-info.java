/** A source search service on the scheduler. */
@NullMarked
package dev.gmp.sample;

import org.jspecify.annotations.NullMarked;
