/** Tells the JDK's flight recorder what a scheduler does. */
@NullMarked
package dev.gmp.internal.jfr;

import org.jspecify.annotations.NullMarked;
