package dev.gmp.spring.task;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.aop.interceptor.AsyncUncaughtExceptionHandler;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.InstantiationAwareBeanPostProcessor;
import org.springframework.core.PriorityOrdered;
import org.springframework.scheduling.annotation.AsyncAnnotationBeanPostProcessor;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Gives what runs {@code @Async} the application's executor where no {@code AsyncConfigurer} names one. Spring would look for
 * one by type and by name then, and find another where there are several. The configurers themselves stay as they are: they
 * are often configurations, of classes that no proxy can stand for.
 *
 * <p>It comes before Spring's own processor of {@code @Async}, which is configured here like any other bean.
 */
final class AsyncExecutorPostProcessor implements InstantiationAwareBeanPostProcessor, PriorityOrdered {

    private final BeanFactory beanFactory;
    private final String executorName;
    private final ObjectProvider<AsyncConfigurer> configurers;

    /** @param executorName of the application's executor, which is looked up when it is needed */
    AsyncExecutorPostProcessor(
            BeanFactory beanFactory, String executorName, ObjectProvider<AsyncConfigurer> configurers) {
        this.beanFactory = beanFactory;
        this.executorName = executorName;
        this.configurers = configurers;
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
        }
        return true;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    private Executor executor() {
        AsyncConfigurer configurer = configurers.getIfAvailable();
        Executor named = configurer == null ? null : configurer.getAsyncExecutor();
        return named != null ? named : beanFactory.getBean(executorName, Executor.class);
    }

    private @Nullable AsyncUncaughtExceptionHandler exceptionHandler() {
        AsyncConfigurer configurer = configurers.getIfAvailable();
        return configurer == null ? null : configurer.getAsyncUncaughtExceptionHandler();
    }
}
