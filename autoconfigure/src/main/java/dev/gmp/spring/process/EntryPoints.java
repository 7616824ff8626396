package dev.gmp.spring.process;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The methods by which a process of this prototype bean can be submitted, on its class or on its {@code @Bean} method. One
 * without this annotation has the entry point {@value #DEFAULT}.
 *
 * @since 0.1
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface EntryPoints {

    /** The only entry point where none is named. */
    String DEFAULT = "run";

    /** Names, which {@code Process.init} gets; at least one. */
    String[] value();
}
