package dev.gmp.spring;

import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.config.GmpProperties.Mode;
import dev.gmp.spring.task.GmpTaskExecutor;
import dev.gmp.spring.task.GmpTaskScheduler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.boot.thread.Threading;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/** Says why there is no bean of one of the classes of Boot's own: this starter's stands in its place. */
@Order(-1) // before Boot's own of the same exception, which knows nothing of that
final class ReplacedBeanFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final @Nullable ListableBeanFactory beans;
    private final Environment environment;

    /** By Boot. */
    ReplacedBeanFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = beans instanceof ListableBeanFactory listable ? listable : null;
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        Class<?> wanted = cause.getBeanType();
        if (wanted == null || beans == null || beans.getBeanNamesForType(wanted, true, false).length > 0) {
            return null; // there are some, which do not match: Boot's report says which
        }
        boolean isVirtual = Threading.VIRTUAL.isActive(environment);
        String executor = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;
        if (wanted == (isVirtual ? SimpleAsyncTaskExecutor.class : ThreadPoolTaskExecutor.class)
                && BeanDefinitions.isThere(beans, executor, GmpTaskExecutor.class)) {
            // With gmp.mode=force it would contradict that.
            String back = Mode.of(environment) == Mode.FORCE ? "" : "spring.task.execution.mode=force";
            return analysis(rootFailure, description, wanted, executor, "AsyncTaskExecutor", back);
        }
        String taskScheduler = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        if (wanted == (isVirtual ? SimpleAsyncTaskScheduler.class : ThreadPoolTaskScheduler.class)
                && BeanDefinitions.isThere(beans, taskScheduler, GmpTaskScheduler.class)
                && beans.containsBean(TaskManagementConfigUtils.SCHEDULED_ANNOTATION_PROCESSOR_BEAN_NAME)) {
            return analysis(rootFailure, description, wanted, taskScheduler, "TaskScheduler", "gmp.mode=off");
        }
        return null; // Boot would have made none either
    }

    /** @param back the setting by which Boot's own bean is there again; empty if there is none */
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
                                + " @Bean(defaultCandidate = false) and a qualifier.%s")
                        .formatted(type, back.isEmpty() ? "" : " Or give Boot its own back: " + back + "."),
                rootFailure);
    }
}
