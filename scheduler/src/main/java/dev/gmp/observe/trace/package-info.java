/** Recordings of everything that a scheduler does for a while, and their form for trace viewers. */
@NullMarked
package dev.gmp.observe.trace;

import org.jspecify.annotations.NullMarked;
