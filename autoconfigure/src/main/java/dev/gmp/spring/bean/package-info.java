/** Finds, chooses and defines beans, without making those that nothing needs yet. */
@NullMarked
package dev.gmp.spring.bean;

import org.jspecify.annotations.NullMarked;
