/** Leaf: the labels of goroutines. */
@NullMarked
package dev.gmp.internal.label;

import org.jspecify.annotations.NullMarked;
