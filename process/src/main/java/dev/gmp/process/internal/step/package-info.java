/** The steps of a process on a worker thread. */
@NullMarked
package dev.gmp.process.internal.step;

import org.jspecify.annotations.NullMarked;
