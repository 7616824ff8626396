/** What the schedulers are, for Boot's endpoint {@code info}. */
@NullMarked
package dev.gmp.spring.info;

import org.jspecify.annotations.NullMarked;
