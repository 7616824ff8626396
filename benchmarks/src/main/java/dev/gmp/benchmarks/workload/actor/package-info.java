/** Batches of actors that send each other messages; each peer brings its own {@code Actors}. */
@NullMarked
package dev.gmp.benchmarks.workload.actor;

import org.jspecify.annotations.NullMarked;
