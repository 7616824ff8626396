/** The application's scheduler, and its life with the context: pause, closing and end. */
@NullMarked
package dev.gmp.spring.lifecycle;

import org.jspecify.annotations.NullMarked;
