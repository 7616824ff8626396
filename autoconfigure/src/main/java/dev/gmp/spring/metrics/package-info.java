/** The schedulers' meters, where the application has Micrometer. */
@NullMarked
package dev.gmp.spring.metrics;

import org.jspecify.annotations.NullMarked;
