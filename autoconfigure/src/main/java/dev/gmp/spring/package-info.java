/**
 * Spring Boot auto-configuration for the scheduler.
 *
 * <p>{@link dev.gmp.spring.GmpAutoConfiguration} is the contents page. A scheduler lives in four beans:
 * {@code gmpScheduler}, the scheduler itself; {@code gmpSchedulerLifecycle}, which pauses, drains and ends it with the
 * context; and two doors to it that the lifecycle can shut, {@code gmpExecutorService} and, unless the application has an
 * executor of its own, {@code applicationTaskExecutor}. Meters and endpoint stand apart and read every scheduler bean.
 */
@NullMarked
package dev.gmp.spring;

import org.jspecify.annotations.NullMarked;
