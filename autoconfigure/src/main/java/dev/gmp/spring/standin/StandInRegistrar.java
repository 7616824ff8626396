package dev.gmp.spring.standin;

import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.bean.UnnamedChoice;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.task.TaskExecutorConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.interceptor.AsyncExecutionAspectSupport;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.concurrent.ConcurrentTaskScheduler;

/**
 * Lets {@code gmp.mode=off} be a switch that works in an emergency: what an application asks for by the names in {@code
 * gmp.schedulers}, or by those of this starter's executors, is the application's own executor and task scheduler then, without
 * limits. Injection by a type alone does not meet these beans where the application has one.
 */
final class StandInRegistrar implements BeanDefinitionRegistryPostProcessor {

    private final Environment environment;
    private final List<String> defined = new ArrayList<>();

    StandInRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        for (String name : NamedSchedulerProperties.all(environment).keySet()) {
            defineExecutor(registry, beans, name + NamedSchedulerProperties.EXECUTOR_SUFFIX, name);
            String scheduler = name + NamedSchedulerProperties.TASK_SCHEDULER_SUFFIX;
            define(registry, scheduler, name, StandInTaskScheduler.class, () -> taskScheduler(beans, name));
        }
        for (String name : List.of(GmpBeanNames.IDLE_EXECUTOR, GmpBeanNames.EXECUTOR_SERVICE)) {
            defineExecutor(registry, beans, name, name);
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        TaskExecutorConfiguration.registerAlias(beanFactory);
        if (Stream.of(TaskScheduler.class, ScheduledExecutorService.class)
                .allMatch(type -> candidates(beanFactory, type).isEmpty())) {
            defineTaskScheduler((BeanDefinitionRegistry) beanFactory);
        }
        new UnnamedChoice(beanFactory).keepFrom(defined);
    }

    private void defineExecutor(
            BeanDefinitionRegistry registry, ConfigurableListableBeanFactory beans, String bean, String name) {
        define(registry, bean, name, StandInExecutor.class, () -> executor(beans, name));
    }

    /** Unless there is a bean of that name, also of a parent: by the qualifier Spring could not tell them apart. */
    private <T> void define(
            BeanDefinitionRegistry registry, String bean, String qualifier, Class<T> type, Supplier<T> make) {
        if (!((BeanFactory) registry).containsBean(bean)) {
            RootBeanDefinition definition = definition(type, make);
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, qualifier));
            registry.registerBeanDefinition(bean, definition);
            defined.add(bean);
        }
    }

    /** Boot has one only for {@code @EnableScheduling}, this starter in any case. */
    private static void defineTaskScheduler(BeanDefinitionRegistry registry) {
        String usual = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        if (!((BeanFactory) registry).containsBean(usual)) {
            RootBeanDefinition definition =
                    definition(StandInTaskScheduler.class, () -> new StandInTaskScheduler(usual));
            definition.setDefaultCandidate(true);
            registry.registerBeanDefinition(usual, definition);
        }
    }

    private static <T> RootBeanDefinition definition(Class<T> type, Supplier<T> make) {
        RootBeanDefinition definition = BeanDefinitions.forAName(type, make);
        definition.setFallback(true);
        definition.setLazyInit(true);
        return definition;
    }

    private static StandInExecutor executor(ConfigurableListableBeanFactory beans, String name) {
        List<String> candidates = candidates(beans, Executor.class);
        candidates.removeIf(each -> beans.isTypeMatch(each, TaskScheduler.class));
        String found = chosen(beans, TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME, candidates);
        if (found == null) {
            found = chosenForAsync(beans, candidates);
        }
        Executor executor = found == null ? null : made(beans, found, Executor.class);
        return executor == null
                ? new StandInExecutor(name, "a new thread for each task", new SimpleAsyncTaskExecutor(name + "-"))
                : new StandInExecutor(name, "bean '" + found + "'", executor);
    }

    private static StandInTaskScheduler taskScheduler(ConfigurableListableBeanFactory beans, String name) {
        String usual = ScheduledAnnotationBeanPostProcessor.DEFAULT_TASK_SCHEDULER_BEAN_NAME;
        String found = chosen(beans, usual, candidates(beans, TaskScheduler.class));
        TaskScheduler scheduler = found == null ? null : made(beans, found, TaskScheduler.class);
        if (scheduler == null) {
            found = chosen(beans, usual, candidates(beans, ScheduledExecutorService.class));
            ScheduledExecutorService service =
                    found == null ? null : made(beans, found, ScheduledExecutorService.class);
            scheduler = service == null ? null : new ConcurrentTaskScheduler(service);
        }
        return scheduler == null
                ? new StandInTaskScheduler(name)
                : new StandInTaskScheduler(name, "bean '" + found + "'", scheduler);
    }

    /** What Spring would inject anywhere, also of parents, but not what is being made: a wrapper of what it is to stand in for. */
    private static List<String> candidates(ConfigurableListableBeanFactory beans, Class<?> type) {
        List<String> names =
                new ArrayList<>(List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false)));
        names.removeIf(each -> !BeanDefinitions.isDefaultCandidate(beans, each) || beans.isCurrentlyInCreation(each));
        return names;
    }

    /** That of the usual name, else the one that Spring prefers; null if it could not tell. */
    private static @Nullable String chosen(
            ConfigurableListableBeanFactory beans, String usual, List<String> candidates) {
        return candidates.contains(usual) ? usual : BeanDefinitions.preferred(beans, candidates);
    }

    /** As for {@code @Async} without a name: the only task executor, else the executor of the name that it looks for. */
    private static @Nullable String chosenForAsync(ConfigurableListableBeanFactory beans, List<String> candidates) {
        List<String> taskExecutors = candidates.stream()
                .filter(each -> beans.isTypeMatch(each, TaskExecutor.class))
                .toList();
        String usual = AsyncExecutionAspectSupport.DEFAULT_TASK_EXECUTOR_BEAN_NAME;
        if (taskExecutors.size() == 1) {
            return taskExecutors.get(0);
        }
        return candidates.contains(usual) ? usual : null;
    }

    /** @return null if it cannot be made without what it is to stand in for */
    private static <T> @Nullable T made(ConfigurableListableBeanFactory beans, String name, Class<T> type) {
        try {
            return beans.getBean(name, type);
        } catch (BeanCreationException failure) {
            if (failure.contains(BeanCurrentlyInCreationException.class)) {
                return null;
            }
            throw failure;
        }
    }
}
