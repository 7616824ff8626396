/** The events of schedulers for the JDK's flight recorder. */
@NullMarked
package dev.gmp.internal.jfr;

import org.jspecify.annotations.NullMarked;
