/** Go's G-M-P scheduler for the JVM. */
@NullMarked
package dev.gmp;

import org.jspecify.annotations.NullMarked;
