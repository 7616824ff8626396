/** Leaf: the kinds of tasks, and what each has cost. */
@NullMarked
package dev.gmp.internal.kind;

import org.jspecify.annotations.NullMarked;
