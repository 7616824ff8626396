/** JMH benchmarks of the scheduler and its peers. */
@NullMarked
package dev.gmp.benchmarks;

import org.jspecify.annotations.NullMarked;
