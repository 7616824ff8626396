package dev.gmp.spring.lifecycle;

import dev.gmp.GmpScheduler;
import dev.gmp.spring.bean.BeanDefinitions;
import dev.gmp.spring.config.GmpBeanNames;
import java.util.Set;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/**
 * Makes the application's scheduler the one that is injected by the type {@code GmpScheduler}, although its bean is no default candidate. It is
 * none because it is a {@code ScheduledExecutorService}: Boot's executor and scheduler, and every other bean that backs off
 * before one, would back off, and injection of any {@code Executor} would become ambiguous.
 *
 * <p>An injection point with the name of another scheduler's bean gets that; one with a qualifier gets a bean that has it.
 */
final class SchedulerByType implements BeanFactoryPostProcessor {

    /** Names that mean no certain one: the application's own, and what this starter calls any. */
    private static final Set<String> OF_ANY = Set.of(GmpBeanNames.SCHEDULER, "scheduler");

    /** Is passed over, because it is no scheduler. */
    private static final Object NONE = new Object();

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        String name = GmpBeanNames.SCHEDULER;
        if (beanFactory.containsBean(name) && !isDefaultCandidate(beanFactory, name)) {
            ObjectFactory<Object> scheduler = () -> wanted(beanFactory, name);
            beanFactory.registerResolvableDependency(GmpScheduler.class, scheduler);
        }
    }

    private static boolean isDefaultCandidate(ConfigurableListableBeanFactory beanFactory, String name) {
        return beanFactory.getMergedBeanDefinition(name) instanceof AbstractBeanDefinition definition
                && definition.isDefaultCandidate();
    }

    private static Object wanted(ConfigurableListableBeanFactory beans, String ofTheApplication) {
        Object asking = beans.autowire(Asking.class, AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR, false);
        if (beans instanceof DefaultListableBeanFactory factory
                && ((Asking) asking).point() instanceof DependencyDescriptor descriptor) {
            if (factory.getAutowireCandidateResolver().hasQualifier(descriptor)) {
                return NONE;
            }
            String named = descriptor.getDependencyName();
            if (named != null && namesAnother(beans, named)) {
                return beans.getBean(named, GmpScheduler.class);
            }
        }
        return beans.getBean(ofTheApplication, GmpScheduler.class);
    }

    /** As Spring takes a parameter's name for that of a bean. */
    private static boolean namesAnother(ConfigurableListableBeanFactory beans, String name) {
        return !OF_ANY.contains(name) && BeanDefinitions.isThere(beans, name, GmpScheduler.class);
    }

    /**
     * Spring tells the injection point only to the constructors that it calls meanwhile.
     *
     * @param point which is to be given a scheduler
     */
    record Asking(InjectionPoint point) {}
}
