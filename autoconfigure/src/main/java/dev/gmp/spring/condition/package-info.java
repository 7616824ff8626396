/** What makes beans depend on {@code gmp.mode}. */
@NullMarked
package dev.gmp.spring.condition;

import org.jspecify.annotations.NullMarked;
