/** The executors under comparison, behind one enum. */
@NullMarked
package dev.gmp.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
