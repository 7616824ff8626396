/** Recordings of a scheduler's activity, and their format for trace viewers. */
@NullMarked
package dev.gmp.observe.trace;

import org.jspecify.annotations.NullMarked;
