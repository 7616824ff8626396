package dev.gmp.spring.task;

import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.bean.UnnamedChoice;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.AsyncAnnotationBeanPostProcessor;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.TaskManagementConfigUtils;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/**
 * Tells Spring what runs {@code @Async} and {@code @Scheduled} methods without a name: the application's executor, where that
 * is this starter's and no {@code AsyncConfigurer} names another. And where the context's only task executors or task
 * schedulers are for a name, what Spring would choose without them; it takes the only bean of a type by itself.
 *
 * <p>It comes before Spring's own processors, which are configured here like any other bean. {@code AsyncConfigurer} beans stay
 * as they are: they are often configurations, of classes that no proxy can stand for.
 */
public final class UnnamedMethods implements InstantiationAwareBeanPostProcessor, PriorityOrdered, DisposableBean {

    private final ConfigurableListableBeanFactory beans;
    private final ObjectProvider<AsyncConfigurer> configurers;
    private final UnnamedChoice choice;
    private final Router router = new Router();

    /** @param choice without what is for a name */
    public UnnamedMethods(
            ConfigurableListableBeanFactory beans, ObjectProvider<AsyncConfigurer> configurers, UnnamedChoice choice) {
        this.beans = beans;
        this.configurers = configurers;
        this.choice = choice;
        router.setBeanFactory(beans);
        // Spring destroys the processor, which cancels the methods, before the scheduler that they run on.
        router.setBeanName(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME);
    }

    /** Before its properties are set: an executor that XML names there wins. */
    @Override
    public boolean postProcessAfterInstantiation(Object bean, String beanName) {
        if (beanName.equals(TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME)
                && bean instanceof AsyncAnnotationBeanPostProcessor processor) {
            processor.configure(this::executor, this::exceptionHandler);
        } else if (beanName.equals(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME)
                && bean instanceof AsyncExecutionAspectSupport aspect) {
            aspect.configure(this::executor, this::exceptionHandler);
        } else if (beanName.equals(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)
                && bean instanceof ScheduledAnnotationBeanPostProcessor processor) {
            processor.setScheduler(router);
        }
        return true;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void destroy() {
        router.destroy();
    }

    /** Null for whatever Spring chooses by itself. */
    private @Nullable Executor executor() {
        AsyncConfigurer configurer = configurers.getIfAvailable();
        Executor named = configurer == null ? null : configurer.getAsyncExecutor();
        if (named != null) {
            return named;
        }
        String[] own = beans.getBeanNamesForType(GmpTaskExecutor.class, true, false);
        if (own.length == 1) {
            return beans.getBean(own[0], GmpTaskExecutor.class);
        }
        if (!areForNames(TaskExecutor.class)) {
            return null;
        }
        Executor chosen = choice.executor();
        return chosen == null ? new SimpleAsyncTaskExecutor() : chosen;
    }

    private @Nullable AsyncUncaughtExceptionHandler exceptionHandler() {
        AsyncConfigurer configurer = configurers.getIfAvailable();
        return configurer == null ? null : configurer.getAsyncUncaughtExceptionHandler();
    }

    /** Whether the context has beans of a type, and none that Spring would inject anywhere. */
    private boolean areForNames(Class<?> type) {
        return beans.getBeanNamesForType(type, true, false).length > 0
                && BeanDefinitions.defaultCandidates(beans, type).isEmpty();
    }

    /** Spring's own, which looks for those that are named. */
    private final class Router extends TaskSchedulerRouter {

        @Override
        protected TaskScheduler determineDefaultScheduler() {
            TaskScheduler chosen = areForNames(TaskScheduler.class) ? choice.taskScheduler() : null;
            return chosen == null ? super.determineDefaultScheduler() : chosen;
        }
    }
}
