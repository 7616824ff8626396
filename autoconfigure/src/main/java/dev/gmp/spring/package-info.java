/**
 * Spring Boot auto-configuration for the scheduler.
 *
 * <p>{@link dev.gmp.spring.GmpAutoConfiguration} is the contents page of these rooms, each of which uses only those before it:
 *
 * <ul>
 *   <li>{@code config}: the properties, and the names of the beans
 *   <li>{@code condition}: what depends on {@code gmp.mode}
 *   <li>{@code bean}: finds, chooses and defines beans
 *   <li>{@code job}: the ways into a scheduler, for tasks and for jobs with a time
 *   <li>{@code lifecycle}: {@code gmpScheduler}, the scheduler itself, and {@code gmpSchedulerLifecycle}. That shuts those
 *       ways in a pause, and ends the scheduler with the context
 *   <li>{@code task}: the executors {@code gmpExecutorService} and {@code gmpIdleExecutor}. Unless the application has its
 *       own, also {@code applicationTaskExecutor} and {@code taskScheduler}
 *   <li>{@code named}: what each entry of {@code gmp.schedulers} defines
 *   <li>{@code standin}: what there is instead while {@code gmp.mode} is {@code off}
 * </ul>
 *
 * <p>Applications use the public types of {@code config}, {@code condition} and {@code task}; what is public in the other rooms
 * serves the starter alone.
 *
 * <p>Web server, processes, cluster, meters, endpoint, page, health, information and traces stand on top, and nothing here
 * knows them.
 */
@NullMarked
package dev.gmp.spring;

import org.jspecify.annotations.NullMarked;
