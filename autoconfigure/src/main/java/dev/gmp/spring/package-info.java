/**
 * Spring Boot auto-configuration for the scheduler.
 *
 * <p>{@link dev.gmp.spring.GmpAutoConfiguration} is the contents page. A scheduler lives in these beans:
 * {@code gmpScheduler}, the scheduler itself; {@code gmpSchedulerLifecycle}, which pauses, drains and ends it with the
 * context; and doors to it that the lifecycle can shut: {@code gmpExecutorService}, {@code gmpIdleExecutor} and, unless the
 * application has its own, {@code applicationTaskExecutor} and {@code taskScheduler}. Meters and endpoint stand apart and read
 * every scheduler bean.
 */
@NullMarked
package dev.gmp.spring;

import org.jspecify.annotations.NullMarked;
