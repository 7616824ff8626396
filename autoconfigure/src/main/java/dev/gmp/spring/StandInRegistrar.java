package dev.gmp.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Lets {@code gmp.mode=off} be a switch that works in an emergency: what an application asks for by the names in {@code
 * gmp.schedulers}, or by those of this starter's executors, is the application's own executor and task scheduler then, without
 * limits. Whoever asks for a type alone does not meet these beans where the application has one.
 */
final class StandInRegistrar implements BeanDefinitionRegistryPostProcessor {

    private final Environment environment;
    private final List<String> taskSchedulers = new ArrayList<>();

    StandInRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        for (String name : NamedSchedulerProperties.all(environment).keySet()) {
            defineExecutor(registry, beans, name + NamedSchedulerProperties.EXECUTOR_SUFFIX, name);
            String bean = name + NamedSchedulerProperties.TASK_SCHEDULER_SUFFIX;
            if (tryDefine(registry, bean, name, StandInTaskScheduler.class, () -> taskScheduler(beans, name))) {
                taskSchedulers.add(bean);
            }
        }
        for (String name : List.of(
                GmpAutoConfiguration.IDLE_EXECUTOR_BEAN_NAME, GmpAutoConfiguration.EXECUTOR_SERVICE_BEAN_NAME)) {
            defineExecutor(registry, beans, name, name);
        }
    }

    /** Where the application has no task scheduler, {@code @Scheduled} would have to choose among several of these, and does not. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        List<String> all = List.of(beanFactory.getBeanNamesForType(TaskScheduler.class, true, false));
        if (!taskSchedulers.isEmpty() && taskSchedulers.containsAll(all)) {
            beanFactory.getBeanDefinition(taskSchedulers.get(0)).setFallback(false);
        }
    }

    private static void defineExecutor(
            BeanDefinitionRegistry registry, ConfigurableListableBeanFactory beans, String bean, String name) {
        tryDefine(registry, bean, name, StandInExecutor.class, () -> executor(beans, name));
    }

    /** @return false if there is a bean of that name, also of a parent: by the qualifier Spring could not tell them apart */
    private static <T> boolean tryDefine(
            BeanDefinitionRegistry registry, String bean, String qualifier, Class<T> type, Supplier<T> make) {
        if (((BeanFactory) registry).containsBean(bean)) {
            return false;
        }
        RootBeanDefinition definition = new RootBeanDefinition(type, make);
        definition.setAttribute(
                BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true); // as of named schedulers
        definition.setDefaultCandidate(false);
        definition.setFallback(true);
        definition.setLazyInit(true);
        definition.setDestroyMethodName("");
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, qualifier));
        registry.registerBeanDefinition(bean, definition);
        return true;
    }

    private static StandInExecutor executor(ConfigurableListableBeanFactory beans, String name) {
        String found = found(
                beans,
                TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME,
                Executor.class,
                each -> !beans.isTypeMatch(each, TaskScheduler.class));
        return found == null
                ? new StandInExecutor(name, "a new thread for each task", new SimpleAsyncTaskExecutor(name + "-"))
                : new StandInExecutor(name, "bean '" + found + "'", beans.getBean(found, Executor.class));
    }

    private static StandInTaskScheduler taskScheduler(ConfigurableListableBeanFactory beans, String name) {
        String usual = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        String found = found(beans, usual, TaskScheduler.class, each -> true);
        if (found != null) {
            return new StandInTaskScheduler(name, "bean '" + found + "'", beans.getBean(found, TaskScheduler.class));
        }
        String service = found(beans, usual, ScheduledExecutorService.class, each -> true);
        return service == null
                ? StandInTaskScheduler.withThread(name)
                : new StandInTaskScheduler(
                        name,
                        "bean '" + service + "'",
                        new ConcurrentTaskScheduler(beans.getBean(service, ScheduledExecutorService.class)));
    }

    /** The bean of the usual name, else the one of the type that Spring would inject anywhere: the only, or the primary one. */
    private static @Nullable String found(
            ConfigurableListableBeanFactory beans, String usual, Class<?> type, Predicate<String> isEligible) {
        if (BeanDefinitions.isThere(beans, usual, type)) {
            return usual;
        }
        List<String> others = BeanDefinitions.defaultCandidates(beans, type);
        others.removeIf(each -> !isEligible.test(each));
        if (others.size() > 1) {
            others.removeIf(each -> !BeanDefinitions.isPrimary(beans, each));
        }
        return others.size() == 1 ? others.get(0) : null;
    }
}
