/** Spring Boot auto-configuration for the scheduler. */
@NullMarked
package dev.gmp.spring;

import org.jspecify.annotations.NullMarked;
