/** Goroutines, threads and coroutines that hand values to each other, by the channels or queues of each peer. */
@NullMarked
package dev.gmp.benchmarks.workload.channel;

import org.jspecify.annotations.NullMarked;
