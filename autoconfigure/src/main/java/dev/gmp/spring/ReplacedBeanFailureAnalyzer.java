package dev.gmp.spring;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Says why there is no bean of one of the classes of Boot's own: this starter's stands in its place. */
@Order(-1) // before Boot's own of the same exception, which knows nothing of that
final class ReplacedBeanFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final Set<Class<?>> EXECUTORS = Set.of(ThreadPoolTaskExecutor.class, SimpleAsyncTaskExecutor.class);

    private static final Set<Class<?>> TASK_SCHEDULERS =
            Set.of(ThreadPoolTaskScheduler.class, SimpleAsyncTaskScheduler.class);

    private final @Nullable ListableBeanFactory beans;

    /** By Boot. */
    ReplacedBeanFailureAnalyzer(BeanFactory beans) {
        this.beans = beans instanceof ListableBeanFactory listable ? listable : null;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> wanted = cause.getBeanType();
        if (wanted == null || beans == null || beans.getBeanNamesForType(wanted, true, false).length > 0) {
            return null; // there are some, which do not match: Boot's report says which
        }
        String executor = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;
        if (EXECUTORS.contains(wanted) && BeanDefinitions.isThere(beans, executor, GmpTaskExecutor.class)) {
            return analysis(
                    rootFailure,
                    description,
                    wanted,
                    executor,
                    "AsyncTaskExecutor",
                    "spring.task.execution.mode=force");
        }
        String taskScheduler = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        if (TASK_SCHEDULERS.contains(wanted) && BeanDefinitions.isThere(beans, taskScheduler, GmpTaskScheduler.class)) {
            return analysis(rootFailure, description, wanted, taskScheduler, "TaskScheduler", "gmp.mode=off");
        }
        return null;
    }

    private static FailureAnalysis analysis(
            Throwable rootFailure,
            @Nullable String description,
            Class<?> wanted,
            String bean,
            String type,
            String back) {
        return new FailureAnalysis(
                "%s required a bean of type '%s'. Boot makes one as '%s', but gmp's scheduler has taken its place there."
                        .formatted(description == null ? "A component" : description, wanted.getName(), bean),
                ("Ask for the type %s, which both of them are. Or define a bean of that class yourself, with"
                                + " @Bean(defaultCandidate = false) and a qualifier. Or give Boot its own back: %s.")
                        .formatted(type, back),
                rootFailure);
    }
}
