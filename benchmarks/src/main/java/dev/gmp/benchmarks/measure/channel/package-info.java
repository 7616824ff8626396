/** The throughput of channels. */
@NullMarked
package dev.gmp.benchmarks.measure.channel;

import org.jspecify.annotations.NullMarked;
