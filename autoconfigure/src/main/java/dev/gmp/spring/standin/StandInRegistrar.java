package dev.gmp.spring.standin;

import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.bean.UnnamedChoice;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.task.UnnamedMethods;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.target.SingletonTargetSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
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
import org.springframework.core.task.support.ExecutorServiceAdapter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Lets {@code gmp.mode=off} be a switch that works in an emergency: what an application asks for by the names in {@code
 * gmp.schedulers}, or by those of this starter's executors, is Boot's own then, or what the application has in its place.
 */
record StandInRegistrar(Environment environment, ObjectProvider<AsyncConfigurer> configurers, UnnamedChoice choice)
        implements BeanDefinitionRegistryPostProcessor {

    private static final Log LOG = LogFactory.getLog(StandInRegistrar.class);

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
        Set<String> names = NamedSchedulerProperties.all(environment).keySet();
        for (String name : names) {
            String executor = name + NamedSchedulerProperties.EXECUTOR_SUFFIX;
            define(registry, executor, name, StandInExecutor.class, () -> new StandInExecutor(executor(beans, name)));
            String scheduler = name + NamedSchedulerProperties.TASK_SCHEDULER_SUFFIX;
            define(registry, scheduler, name, TaskScheduler.class, () -> taskScheduler(name));
        }
        for (String name : List.of(GmpBeanNames.IDLE_EXECUTOR, GmpBeanNames.EXECUTOR_SERVICE)) {
            Supplier<ExecutorService> make = () -> new ExecutorServiceAdapter(executor(beans, name)::execute);
            define(registry, name, name, ExecutorService.class, make);
        }
        if (!names.isEmpty()) {
            RootBeanDefinition methods = BeanDefinitions.ofTheRun(
                    UnnamedMethods.class, () -> new UnnamedMethods(beans, configurers, choice));
            registry.registerBeanDefinition("gmpUnnamedMethodsPostProcessor", methods);
        }
    }

    /** Unless there is a bean of that name, also of a parent: by the qualifier Spring could not tell them apart. */
    private static <T> void define(
            BeanDefinitionRegistry registry, String bean, String qualifier, Class<T> type, Supplier<T> make) {
        if (!((BeanFactory) registry).containsBean(bean)) {
            RootBeanDefinition definition = BeanDefinitions.forAName(type, make);
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, qualifier));
            definition.setLazyInit(true);
            registry.registerBeanDefinition(bean, definition);
        }
    }

    private Executor executor(ConfigurableListableBeanFactory beans, String name) {
        Executor found = made(() -> find(beans));
        report(name, found, "a new thread for each task");
        return found == null ? new SimpleAsyncTaskExecutor(name + "-") : found;
    }

    /** Boot's, else the application's, but no task scheduler: it may have one thread. */
    private @Nullable Executor find(ConfigurableListableBeanFactory beans) {
        String boots = TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME;
        if (BeanDefinitions.isThere(beans, boots, Executor.class)) {
            return beans.getBean(boots, Executor.class);
        }
        List<String> own = BeanDefinitions.defaultCandidates(beans, TaskExecutor.class);
        own.removeIf(each -> beans.isTypeMatch(each, TaskScheduler.class));
        String preferred = BeanDefinitions.preferred(beans, own);
        Executor chosen = preferred == null ? choice.executor() : beans.getBean(preferred, Executor.class);
        return chosen instanceof TaskScheduler ? null : chosen;
    }

    private TaskScheduler taskScheduler(String name) {
        TaskScheduler found = made(choice::taskScheduler);
        report(name, found, "one thread");
        if (found != null) {
            // Not the bean itself, of which Spring would begin a second life.
            return ProxyFactory.getProxy(TaskScheduler.class, new SingletonTargetSource(found));
        }
        ThreadPoolTaskScheduler own = new ThreadPoolTaskScheduler();
        own.setThreadNamePrefix(name + "-");
        return own;
    }

    /** @return null if it is not there, or cannot be made without what it is to stand in for */
    private static <T> @Nullable T made(Supplier<@Nullable T> find) {
        try {
            return find.get();
        } catch (BeanCreationException failure) {
            if (failure.contains(BeanCurrentlyInCreationException.class)) {
                return null;
            }
            throw failure;
        }
    }

    private static void report(String name, @Nullable Object found, String otherwise) {
        LOG.warn("gmp.mode is off: the executor '%s' is %s, without a limit or processors of its own"
                .formatted(
                        name,
                        found == null
                                ? otherwise
                                : "the application's " + found.getClass().getSimpleName()));
    }
}
