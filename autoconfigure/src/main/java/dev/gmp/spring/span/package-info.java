/** Traces of requests, where the application has Micrometer Tracing. */
@NullMarked
package dev.gmp.spring.span;

import org.jspecify.annotations.NullMarked;
