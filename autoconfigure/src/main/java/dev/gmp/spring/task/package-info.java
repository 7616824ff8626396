/** The scheduler as Spring's task executor and task scheduler, and as the JDK's executors. */
@NullMarked
package dev.gmp.spring.task;

import org.jspecify.annotations.NullMarked;
