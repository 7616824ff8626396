package dev.gmp.spring.named;

import dev.gmp.Bulkhead;
import dev.gmp.GmpScheduler;
import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.config.GmpBeanNames;
import dev.gmp.spring.config.NamedSchedulerProperties;
import dev.gmp.spring.config.NamedSchedulerProperties.Setting;
import dev.gmp.spring.lifecycle.SchedulerLifecycle;
import dev.gmp.spring.named.NamedSchedulerBeans.Candidates;
import dev.gmp.spring.task.GmpTaskScheduler;
import dev.gmp.spring.task.NamedTaskExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.scheduling.TaskScheduler;

/**
 * Registers the beans of each entry of {@code gmp.schedulers}, when those of the application and of all auto-configurations
 * are known. A context whose parent has those of an entry shares them.
 *
 * <p>{@code @Async} looks for the one {@code Executor} that has the qualifier, {@code @Scheduled} for the one {@code
 * TaskScheduler}; so one bean of each type has it, under a name of its own. None is a default candidate: nothing that asks
 * for a type, or backs off before one, notices them.
 */
final class NamedSchedulersRegistrar implements BeanDefinitionRegistryPostProcessor {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    /** The name of the application's own scheduler, in meters and in the endpoint. */
    private static final String TAKEN = "default";

    private final Environment environment;
    private final Candidates candidates;
    private Map<String, NamedSchedulerProperties> entries = Map.of();

    NamedSchedulersRegistrar(Environment environment, Candidates candidates) {
        this.environment = environment;
        this.candidates = candidates;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        entries = NamedSchedulerProperties.all(environment);
        entries.forEach((name, entry) -> {
            check(name, entry);
            if (!isInherited((ConfigurableListableBeanFactory) registry, name)) {
                new Registration(registry, name, entry, candidates).register();
            }
        });
    }

    /** A bean of the application with one of the types and the name would make the qualifier ambiguous. */
    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        for (String name : entries.keySet()) {
            if (beanFactory.containsBean(name)
                    && (beanFactory.isTypeMatch(name, Executor.class)
                            || beanFactory.isTypeMatch(name, TaskScheduler.class))) {
                throw invalidName(
                        name,
                        "the application has an executor or task scheduler bean of that name: @Async and @Scheduled could not"
                                + " tell them apart");
            }
        }
    }

    /** Whether an ancestor has the entry's beans. The scheduler has one bulkhead of a name, and a name one executor. */
    private static boolean isInherited(HierarchicalBeanFactory beans, String name) {
        BeanFactory parent = beans.getParentBeanFactory();
        String executor = name + NamedSchedulerProperties.EXECUTOR_SUFFIX;
        return parent != null && BeanDefinitions.isThere(parent, executor, NamedTaskExecutor.class);
    }

    private static void check(String name, NamedSchedulerProperties entry) {
        if (!NAME.matcher(name).matches()) {
            throw invalidName(name, "a name must begin with a letter, and have letters, digits, '-' and '_' only");
        }
        if (name.equals(TAKEN)) {
            throw invalidName(name, "that is the name of the application's own scheduler");
        }
        if (entry.hasOwnProcessors()) {
            return;
        }
        if (!entry.hasBulkhead()) {
            throw invalid(
                    name,
                    "max-goroutines",
                    null,
                    "must be at least 1, unless separate or max-procs asks for a scheduler of its own");
        }
        for (Setting setting : entry.onlyForSeparate()) {
            throw invalid(
                    name,
                    setting.name(),
                    setting.value(),
                    "must be absent unless separate or max-procs asks for a scheduler of its own, because it shares the"
                            + " application's scheduler");
        }
    }

    private static InvalidConfigurationPropertyValueException invalidName(String name, String reason) {
        return new InvalidConfigurationPropertyValueException(NamedSchedulerProperties.property(name), name, reason);
    }

    private static InvalidConfigurationPropertyValueException invalid(
            String name, String setting, @Nullable Object value, String reason) {
        return new InvalidConfigurationPropertyValueException(
                NamedSchedulerProperties.property(name) + "." + setting, value, reason);
    }

    /** The beans of one entry. */
    private record Registration(
            BeanDefinitionRegistry registry, String name, NamedSchedulerProperties entry, Candidates candidates) {

        void register() {
            List<String> before = new ArrayList<>();
            String lifecycle = GmpBeanNames.LIFECYCLE;
            if (entry.hasOwnProcessors()) {
                lifecycle = NamedSchedulerBeans.lifecycleName(name);
                before.add(define(
                        NamedSchedulerBeans.schedulerName(name),
                        GmpScheduler.class,
                        NamedSchedulerBeans::scheduler,
                        List.of()));
                before.add(define(
                        lifecycle, SchedulerLifecycle.class, NamedSchedulerBeans::lifecycle, List.copyOf(before)));
            } else {
                before.add(lifecycle);
            }
            if (entry.hasBulkhead()) {
                before.add(define(name + "Bulkhead", Bulkhead.class, NamedSchedulerBeans::bulkhead, before));
                if (!registry.containsBeanDefinition(lifecycle)) { // the scheduler is a parent's
                    before.add(define(
                            name + "BulkheadLifecycle",
                            DisposableBean.class,
                            NamedSchedulerBeans::bulkheadLifecycle,
                            List.copyOf(before)));
                }
            }
            // The beans that are asked for by the entry's name.
            qualified(define(
                    name + NamedSchedulerProperties.EXECUTOR_SUFFIX,
                    NamedTaskExecutor.class,
                    NamedSchedulerBeans::taskExecutor,
                    before));
            qualified(define(
                    name + NamedSchedulerProperties.TASK_SCHEDULER_SUFFIX,
                    GmpTaskScheduler.class,
                    NamedSchedulerBeans::taskScheduler,
                    before));
        }

        private <T> String define(
                String beanName, Class<T> type, Function<NamedSchedulerBeans, T> make, List<String> dependsOn) {
            if (registry.containsBeanDefinition(beanName) || registry.isAlias(beanName)) {
                throw invalidName(
                        name, "it defines a bean '%s', and there is one of that name already".formatted(beanName));
            }
            ConfigurableListableBeanFactory beans = (ConfigurableListableBeanFactory) registry;
            RootBeanDefinition definition = BeanDefinitions.forAName(
                    type, () -> make.apply(new NamedSchedulerBeans(beans, name, entry, candidates)));
            definition.setDependsOn(dependsOn.toArray(String[]::new));
            definition.setResourceDescription(NamedSchedulerProperties.property(name));
            registry.registerBeanDefinition(beanName, definition);
            return beanName;
        }

        private void qualified(String beanName) {
            RootBeanDefinition definition = (RootBeanDefinition) registry.getBeanDefinition(beanName);
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        }
    }
}
