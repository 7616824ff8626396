/** The properties {@code gmp} and {@code gmp.schedulers}, and the names of the beans that they configure. */
@NullMarked
package dev.gmp.spring.config;

import org.jspecify.annotations.NullMarked;
