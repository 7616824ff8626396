/** Records what a scheduler does, event by event, and makes a timeline of it. */
@NullMarked
package dev.gmp.internal.trace;

import org.jspecify.annotations.NullMarked;
