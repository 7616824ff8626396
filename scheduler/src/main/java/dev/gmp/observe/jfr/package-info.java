/** Events for the JDK's flight recorder, and their settings. */
@NullMarked
package dev.gmp.observe.jfr;

import org.jspecify.annotations.NullMarked;
