package dev.gmp.spring.process;

import dev.gmp.spring.bean.BeanDefinitions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * A bean that is looked up when it is first needed, and kept: it may need the bean of {@code Processes} itself, which is being
 * made when others are registered with it.
 */
final class LaterBean<T> {

    private final BeanFactory beans;
    private final String name;
    private final Class<T> type;
    private volatile @Nullable T bean;

    LaterBean(BeanFactory beans, String name, Class<T> type) {
        this.beans = beans;
        this.name = name;
        this.type = type;
    }

    /** The beans of a type, without those that have a proxy, which is there, too. */
    static List<String> names(ListableBeanFactory beans, Class<?> type) {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type))
                .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                .toList();
    }

    /** Those of them that Spring would inject anywhere: none that is injected by name only. */
    static List<String> candidates(ConfigurableListableBeanFactory beans, Class<?> type) {
        return names(beans, type).stream()
                .filter(name -> BeanDefinitions.isDefaultCandidate(beans, name))
                .toList();
    }

    String name() {
        return name;
    }

    /** Any thread. Of a prototype, threads that are first together may see two; one is kept. */
    T get() {
        T known = bean;
        if (known == null) {
            known = beans.getBean(name, type);
            bean = known;
        }
        return known;
    }
}
