package dev.gmp.spring.bean;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Keeps executors and task schedulers that are for a name away from {@code @Async} and {@code @Scheduled} without one. Spring
 * takes the only bean of a type there, though it is no default candidate, and asks neither a parent context nor for other types
 * then. So where a context has none but those, one more bean answers as Spring would without them.
 */
public final class UnnamedChoice {

    static final String EXECUTOR_BEAN_NAME = "gmpUnnamedTaskExecutor";
    static final String TASK_SCHEDULER_BEAN_NAME = "gmpUnnamedTaskScheduler";

    private final ConfigurableListableBeanFactory beans;

    /** @param beans with all definitions */
    public UnnamedChoice(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** @param forNames the beans that are for a name */
    public void keepFrom(List<String> forNames) {
        List<String> executors = List.of(beans.getBeanNamesForType(TaskExecutor.class, true, false));
        if (!executors.isEmpty() && forNames.containsAll(executors)) {
            // Without a parent's, Spring is to find none: of several that are alike it takes none, and looks further.
            boolean isChosen = isInParents(TaskExecutor.class);
            define(EXECUTOR_BEAN_NAME, TaskExecutorAdapter.class, this::executor, executors, isChosen);
        }
        List<String> schedulers = List.of(beans.getBeanNamesForType(TaskScheduler.class, true, false));
        if (!schedulers.isEmpty() && forNames.containsAll(schedulers)) {
            define(TASK_SCHEDULER_BEAN_NAME, DelegatingTaskScheduler.class, this::taskScheduler, schedulers, true);
        }
    }

    private boolean isInParents(Class<?> type) {
        return beans.getParentBeanFactory() instanceof ListableBeanFactory parent
                && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(parent, type, true, false).length > 0;
    }

    private <T> void define(String name, Class<T> type, Supplier<T> make, List<String> forNames, boolean isChosen) {
        forNames.forEach(each -> beans.getBeanDefinition(each).setFallback(true));
        RootBeanDefinition definition = BeanDefinitions.forAName(type, make);
        definition.setFallback(!isChosen);
        definition.setLazyInit(true);
        ((BeanDefinitionRegistry) beans).registerBeanDefinition(name, definition);
    }

    private TaskExecutorAdapter executor() {
        Executor found = only(beans.getParentBeanFactory(), TaskExecutor.class);
        if (found == null) {
            found = ofName(AsyncExecutionAspectSupport.DEFAULT_TASK_EXECUTOR_BEAN_NAME, Executor.class);
        }
        return new TaskExecutorAdapter(found == null ? new SimpleAsyncTaskExecutor() : found);
    }

    private DelegatingTaskScheduler taskScheduler() {
        TaskScheduler found = only(beans.getParentBeanFactory(), TaskScheduler.class);
        if (found != null) {
            return new DelegatingTaskScheduler(found);
        }
        ScheduledExecutorService service = only(beans, ScheduledExecutorService.class);
        if (service == null) {
            String usual = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
            service = ofName(usual, ScheduledExecutorService.class);
        }
        return service == null
                ? new DelegatingTaskScheduler(TASK_SCHEDULER_BEAN_NAME)
                : new DelegatingTaskScheduler(new ConcurrentTaskScheduler(service));
    }

    /** The one that Spring would choose; null if there is none, or it could not. */
    private static <T> @Nullable T only(@Nullable BeanFactory beans, Class<T> type) {
        try {
            return beans == null ? null : beans.getBean(type);
        } catch (NoSuchBeanDefinitionException none) {
            return null;
        }
    }

    private <T> @Nullable T ofName(String name, Class<T> type) {
        return BeanDefinitions.isThere(beans, name, type) ? beans.getBean(name, type) : null;
    }
}
