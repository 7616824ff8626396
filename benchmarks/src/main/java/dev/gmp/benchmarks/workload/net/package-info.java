/** A server that sends back what it receives, and its clients, over the loopback interface. */
@NullMarked
package dev.gmp.benchmarks.workload.net;

import org.jspecify.annotations.NullMarked;
