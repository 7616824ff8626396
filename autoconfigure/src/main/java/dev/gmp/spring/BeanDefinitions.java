package dev.gmp.spring;

import org.jspecify.annotations.Nullable;
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

    /** Whether Spring would inject a bean anywhere, and not only where somebody asks for it by name. */
    public static boolean isDefaultCandidate(ConfigurableListableBeanFactory beans, String name) {
        return !(of(beans, name) instanceof AbstractBeanDefinition definition)
                || (definition.isAutowireCandidate() && definition.isDefaultCandidate());
    }
}
