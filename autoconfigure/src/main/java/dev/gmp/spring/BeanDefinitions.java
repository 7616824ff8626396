package dev.gmp.spring;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/** What is known of beans without making them. */
public final class BeanDefinitions {

    private BeanDefinitions() {}

    /** Also of a bean of a parent; null of one that was made without. */
    public static @Nullable BeanDefinition of(ConfigurableListableBeanFactory beans, String name) {
        if (beans.containsBeanDefinition(name)) {
            return beans.getMergedBeanDefinition(name);
        }
        return !beans.containsLocalBean(name)
                        && beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? of(parent, name)
                : null;
    }

    /** Whether there is a bean of that name, also of a parent, and of that type. */
    public static boolean isThere(BeanFactory beans, String name, Class<?> type) {
        return beans.containsBean(name) && beans.isTypeMatch(name, type);
    }

    /** The names of a context's beans of a type that Spring would inject anywhere. */
    static List<String> defaultCandidates(ConfigurableListableBeanFactory beans, Class<?> type) {
        List<String> names = new ArrayList<>(List.of(beans.getBeanNamesForType(type, true, false)));
        names.removeIf(name -> !isDefaultCandidate(beans, name));
        return names;
    }

    static boolean isPrimary(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = of(beans, name);
        return definition != null && definition.isPrimary();
    }

    static boolean isFallback(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = of(beans, name);
        return definition != null && definition.isFallback();
    }

    /** Whether Spring would inject a bean anywhere, and not only where somebody asks for it by name. */
    public static boolean isDefaultCandidate(ConfigurableListableBeanFactory beans, String name) {
        return !(of(beans, name) instanceof AbstractBeanDefinition definition)
                || (definition.isAutowireCandidate() && definition.isDefaultCandidate());
    }
}
