/** Programs that measure: how they are run, with which flags, and what else runs beside them. */
@NullMarked
package dev.gmp.benchmarks.program;

import org.jspecify.annotations.NullMarked;
