/** Keyed processes and sharded entities on two nodes: what both are made to do, and what is measured. */
@NullMarked
package dev.gmp.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
