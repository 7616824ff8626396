package dev.gmp.spring.task;

/**
 * Sets what the auto-configured {@link GmpTaskScheduler} takes from no property, such as its error handler and its clock. As
 * a bean it is called before the scheduler is used, after those that come before it in order.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface GmpTaskSchedulerCustomizer {

    void customize(GmpTaskScheduler taskScheduler);
}
