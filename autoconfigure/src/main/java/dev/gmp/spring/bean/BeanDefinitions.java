package dev.gmp.spring.bean;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** What is known of beans without making them, and what the starter's own registrars say of theirs. */
public final class BeanDefinitions {

    private BeanDefinitions() {}

    /** Also of a bean of a parent; null of one that was made without. */
    public static @Nullable BeanDefinition of(ConfigurableListableBeanFactory beans, String name) {
        ConfigurableListableBeanFactory home = home(beans, name);
        return home.containsBeanDefinition(name) ? home.getMergedBeanDefinition(name) : null;
    }

    /** Of a bean's class or of the method that makes it, which Spring asks only in the context that the bean is of. */
    public static <A extends Annotation> @Nullable A findAnnotation(
            ConfigurableListableBeanFactory beans, String name, Class<A> type) {
        return home(beans, name).findAnnotationOnBean(name, type);
    }

    /** The context that the bean of that name is of; the last one if there is none. */
    private static ConfigurableListableBeanFactory home(ConfigurableListableBeanFactory beans, String name) {
        return !beans.containsLocalBean(name)
                        && beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? home(parent, name)
                : beans;
    }

    /** Whether there is a bean of that name, also of a parent, and of that type. */
    public static boolean isThere(BeanFactory beans, String name, Class<?> type) {
        return beans.containsBean(name) && beans.isTypeMatch(name, type);
    }

    /** The names of a context's beans of a type that Spring would inject anywhere. */
    public static List<String> defaultCandidates(ConfigurableListableBeanFactory beans, Class<?> type) {
        List<String> names = new ArrayList<>(List.of(beans.getBeanNamesForType(type, true, false)));
        names.removeIf(name -> !isDefaultCandidate(beans, name));
        return names;
    }

    public static boolean isPrimary(ConfigurableListableBeanFactory beans, String name) {
        return is(beans, name, BeanDefinition::isPrimary);
    }

    /**
     * The one of several beans that Spring would choose: the only one, else the primary one, a context's own before a parent's, else
     * the only one that is no fallback.
     *
     * @return null if it could not choose
     */
    public static @Nullable String preferred(ConfigurableListableBeanFactory beans, List<String> names) {
        List<String> left = names;
        if (left.size() > 1) {
            left = names.stream().filter(name -> isPrimary(beans, name)).toList();
            if (left.size() > 1) {
                left = left.stream().filter(beans::containsBeanDefinition).toList();
            } else if (left.isEmpty()) {
                left = names.stream()
                        .filter(name -> !is(beans, name, BeanDefinition::isFallback))
                        .toList();
            }
        }
        return left.size() == 1 ? left.get(0) : null;
    }

    private static boolean is(ConfigurableListableBeanFactory beans, String name, Predicate<BeanDefinition> property) {
        BeanDefinition definition = of(beans, name);
        return definition != null && property.test(definition);
    }

    /** Of a bean that a registrar makes for injection by a name; where code looks up a type, it comes after all others. */
    public static <T> RootBeanDefinition forAName(Class<T> type, Supplier<T> make) {
        RootBeanDefinition definition = ofTheRun(type, make);
        definition.setDefaultCandidate(false);
        definition.setFallback(true);
        definition.setDestroyMethodName("");
        return definition;
    }

    /**
     * Of a bean that a registrar makes. Nothing is generated for it ahead of time: the registrar runs with the application, too,
     * by the properties of that run.
     */
    public static <T> RootBeanDefinition ofTheRun(Class<T> type, Supplier<T> make) {
        RootBeanDefinition definition = new RootBeanDefinition(type, make);
        definition.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
        return definition;
    }

    /** Whether Spring would inject a bean anywhere, and not only where it is asked for by name. */
    public static boolean isDefaultCandidate(ConfigurableListableBeanFactory beans, String name) {
        return !(of(beans, name) instanceof AbstractBeanDefinition definition)
                || (definition.isAutowireCandidate() && definition.isDefaultCandidate());
    }
}
