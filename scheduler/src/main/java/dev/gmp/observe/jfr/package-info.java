/** Events for the JDK's flight recorder, and its settings for them. */
@NullMarked
package dev.gmp.observe.jfr;

import org.jspecify.annotations.NullMarked;
