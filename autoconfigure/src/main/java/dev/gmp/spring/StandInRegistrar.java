package dev.gmp.spring;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * Lets {@code gmp.mode=off} be a switch that works in an emergency: what an application asks for by the names in {@code
 * gmp.schedulers}, or by that of the idle executor, is the application's own executor and task scheduler then, without limits.
 * Each is made when somebody asks for it, and says so in the log.
 */
final class StandInRegistrar implements BeanDefinitionRegistryPostProcessor {

    private static final Log LOG = LogFactory.getLog(StandInRegistrar.class);

    private final Environment environment;

    StandInRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        for (String name : NamedSchedulerProperties.all(environment).keySet()) {
            define(registry, name + "TaskExecutor", name, AsyncTaskExecutor.class, () -> executor(beans, name));
            define(registry, name + "TaskScheduler", name, TaskScheduler.class, () -> taskScheduler(beans, name));
        }
        String idle = GmpAutoConfiguration.IDLE_EXECUTOR_BEAN_NAME;
        define(registry, idle, idle, Executor.class, () -> executor(beans, idle));
    }

    /** Unless there is a bean of that name, also of a parent: Spring could not tell them apart by the qualifier. */
    private static <T> void define(
            BeanDefinitionRegistry registry, String bean, String qualifier, Class<T> type, Supplier<T> make) {
        if (((BeanFactory) registry).containsBean(bean)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition(type, make);
        definition.setAttribute(
                BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true); // as of named schedulers
        definition.setDefaultCandidate(false);
        definition.setLazyInit(true);
        definition.setDestroyMethodName("");
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, qualifier));
        registry.registerBeanDefinition(bean, definition);
    }

    private static AsyncTaskExecutor executor(ConfigurableListableBeanFactory beans, String name) {
        String standIn = found(
                beans,
                TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME,
                Executor.class,
                each -> !beans.isTypeMatch(each, TaskScheduler.class));
        report(name, standIn == null ? "a new thread for each task" : "bean '" + standIn + "'");
        return standIn == null
                ? new SimpleAsyncTaskExecutor(name + "-")
                : new TaskExecutorAdapter(beans.getBean(standIn, Executor.class));
    }

    private static TaskScheduler taskScheduler(ConfigurableListableBeanFactory beans, String name) {
        String usual = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        String found = found(beans, usual, TaskScheduler.class, each -> true);
        String standIn = found == null ? usual : found; // there is none then, which Spring says
        report(name, "bean '" + standIn + "'");
        return new StandInTaskScheduler(beans.getBean(standIn, TaskScheduler.class));
    }

    /** The bean of the usual name, else the only one of the type that Spring would inject anywhere. */
    private static @Nullable String found(
            ConfigurableListableBeanFactory beans, String usual, Class<?> type, Predicate<String> isEligible) {
        if (beans.containsBean(usual)) {
            return usual;
        }
        List<String> others = Stream.of(beans.getBeanNamesForType(type, true, false))
                .filter(each -> BeanDefinitions.isDefaultCandidate(beans, each))
                .filter(isEligible)
                .toList();
        return others.size() == 1 ? others.get(0) : null;
    }

    private static void report(String name, String standIn) {
        LOG.warn("gmp.mode is off: what is asked for as '%s' is %s, without a limit or processors of its own"
                .formatted(name, standIn));
    }
}
