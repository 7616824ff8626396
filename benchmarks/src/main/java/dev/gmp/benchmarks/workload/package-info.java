/** What the executors are made to do: batches of trivial tasks, so that the figures are the executors' own cost. */
@NullMarked
package dev.gmp.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
