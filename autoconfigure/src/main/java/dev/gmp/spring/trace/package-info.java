/** Recordings of the schedulers over the web. */
@NullMarked
package dev.gmp.spring.trace;

import org.jspecify.annotations.NullMarked;
