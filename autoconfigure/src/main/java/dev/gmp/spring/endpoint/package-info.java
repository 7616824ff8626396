/** The Actuator endpoint {@code gmp}: the schedulers' snapshots. */
@NullMarked
package dev.gmp.spring.endpoint;

import org.jspecify.annotations.NullMarked;
