package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import java.util.Set;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;

/**
 * The end of a scheduler with its bean. It matters where the application fails before there is a life cycle: after that all
 * tasks have ended. A destroy method of the scheduler's would interrupt those that close the context themselves.
 */
public final class SchedulerEnd {

    private SchedulerEnd() {}

    /** When the bean goes, its tasks are interrupted. */
    public static GmpScheduler with(BeanFactory beans, String name, GmpScheduler scheduler) {
        ((DefaultSingletonBeanRegistry) beans).registerDisposableBean(name, () -> end(scheduler));
        return scheduler;
    }

    private static void end(GmpScheduler scheduler) {
        Set<Thread> closers = ClosingTasks.of(scheduler, Thread.currentThread());
        scheduler.shutdownNow(task -> !closers.contains(task));
    }
}
