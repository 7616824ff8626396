/** The page {@code gmpui}, served as an Actuator endpoint. */
@NullMarked
package dev.gmp.spring.page;

import org.jspecify.annotations.NullMarked;
