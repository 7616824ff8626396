/** What a worker does with a process that is its turn. */
@NullMarked
package dev.gmp.process.internal.step;

import org.jspecify.annotations.NullMarked;
