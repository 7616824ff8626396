/**
 * Goroutines that meet at a synchronizer: a table of {@link dev.gmp.benchmarks.workload.meet.Meeting}s, each of which says
 * what its goroutines do again and again.
 */
@NullMarked
package dev.gmp.benchmarks.workload.meet;

import org.jspecify.annotations.NullMarked;
