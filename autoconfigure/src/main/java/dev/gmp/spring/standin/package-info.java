/** What stands in for the beans that are asked for by name where {@code gmp.mode} is {@code off}. */
@NullMarked
package dev.gmp.spring.standin;

import org.jspecify.annotations.NullMarked;
