package dev.gmp.spring;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.task.GmpTaskExecutor;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * Says what a user would not expect: an executor bean that is no {@code TaskExecutor} makes Boot's executor and this one back
 * off, and yet Spring does not use it. {@code @Async} then takes a new thread for each call, or the one thread of the task
 * scheduler.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(GmpTaskExecutor.class)
class BackOffWarning implements SmartInitializingSingleton {

    private static final Log LOG = LogFactory.getLog(BackOffWarning.class);

    private final ConfigurableListableBeanFactory beans;

    BackOffWarning(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> executors = BeanDefinitions.defaultCandidates(beans, Executor.class);
        executors.removeIf(
                name -> beans.isTypeMatch(name, GmpScheduler.class) || beans.isTypeMatch(name, Bulkhead.class));
        String fallback = fallbackOfAsync();
        if (fallback != null && !executors.isEmpty()) {
            List<String> named = executors.stream()
                    .filter(name -> !beans.isTypeMatch(name, TaskScheduler.class))
                    .toList();
            LOG.warn("gmp is not the application's task executor, because there are other executor beans: "
                    + (named.isEmpty() ? executors : named)
                    + ". None of them is what Spring looks for, so @Async methods run on " + fallback
                    + ". Set gmp.mode=force to run them on gmp, or declare those beans with"
                    + " @Bean(defaultCandidate = false)."
                    + (named.isEmpty()
                                    && !executors.contains(
                                            ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME)
                            ? " Either moves @Scheduled methods to gmp, too."
                            : ""));
        }
    }

    /** What {@code @Async} falls back to for want of an executor, or null if it finds one. */
    private @Nullable String fallbackOfAsync() {
        if (beans.getBeanNamesForType(AsyncConfigurer.class, true, false).length > 0) {
            return null;
        }
        List<String> taskExecutors = BeanDefinitions.defaultCandidates(beans, TaskExecutor.class);
        if (taskExecutors.size() == 1) {
            String only = taskExecutors.get(0);
            return beans.isTypeMatch(only, TaskScheduler.class) ? "the task scheduler '" + only + "'" : null;
        }
        boolean found = beans.containsBean(AsyncExecutionAspectSupport.DEFAULT_TASK_EXECUTOR_BEAN_NAME)
                || taskExecutors.stream().anyMatch(name -> BeanDefinitions.isPrimary(beans, name));
        return found ? null : "a new thread for each call";
    }
}
