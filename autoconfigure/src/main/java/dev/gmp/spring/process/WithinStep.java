package dev.gmp.spring.process;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Calls this {@code CommandHandler} bean right after the step that yielded the command, on its thread: for what is short and
 * does not block. One without this annotation is called on a goroutine of its own.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface WithinStep {}
