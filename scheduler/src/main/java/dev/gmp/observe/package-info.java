/** Observation of a scheduler: snapshots, counters, schedtrace, and listeners for single events. */
@NullMarked
package dev.gmp.observe;

import org.jspecify.annotations.NullMarked;
