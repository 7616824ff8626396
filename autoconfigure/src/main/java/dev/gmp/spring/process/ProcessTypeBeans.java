package dev.gmp.spring.process;

import dev.gmp.process.Process;
import dev.gmp.process.ProcessType;
import dev.gmp.spring.bean.BeanDefinitions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The kinds of process that an application has: every prototype bean that is a {@code Process}, by its bean name, and every
 * {@code ProcessType} bean, by the name it has.
 */
final class ProcessTypeBeans {

    private final ConfigurableListableBeanFactory beans;
    private final ProcessProperties defaults;

    private final Map<String, ProcessType> byBean = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    private ProcessTypeBeans(ConfigurableListableBeanFactory beans, ProcessProperties defaults) {
        this.beans = beans;
        this.defaults = defaults;
    }

    /** By bean name. @throws InvalidProcessBeanException if a bean is no prototype, or a name is there twice */
    static Map<String, ProcessType> in(ConfigurableListableBeanFactory beans, ProcessProperties defaults) {
        ProcessTypeBeans found = new ProcessTypeBeans(beans, defaults);
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, Process.class, true, false)) {
            boolean isProxy = beans.containsBean(ScopedProxyUtils.getTargetBeanName(name));
            if (!isProxy) { // which has another object at each call
                found.add(name, found.ofPrototype(name));
            }
        }
        BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, ProcessType.class).forEach(found::add);
        return found.byBean;
    }

    private ProcessType ofPrototype(String bean) {
        if (!beans.isPrototype(bean)) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' is a dev.gmp.process.Process, but no prototype: processes would share one object."
                            .formatted(bean),
                    "Add @Scope(\"prototype\") to it, so that each process is a bean instance of its own.");
        }
        EntryPoints declared = BeanDefinitions.findAnnotation(beans, bean, EntryPoints.class);
        Set<String> methods =
                new LinkedHashSet<>(declared == null ? List.of(EntryPoints.DEFAULT) : List.of(declared.value()));
        if (methods.isEmpty()) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' has @EntryPoints without a name, so it could not be submitted.".formatted(bean),
                    "Name at least one entry point, or remove the annotation: the only one is then '%s'."
                            .formatted(EntryPoints.DEFAULT));
        }
        return new ProcessType(
                ScopedProxyUtils.isScopedTarget(bean) ? ScopedProxyUtils.getOriginalBeanName(bean) : bean,
                methods,
                () -> beans.getBean(bean, Process.class),
                defaults.mailboxCapacity(),
                defaults.overflow(),
                defaults.eventsPerStep());
    }

    private void add(String bean, ProcessType type) {
        if (!names.add(type.name())) {
            throw new InvalidProcessBeanException(
                    "The bean '%s' is a process type of the name '%s', and there is one of that name already."
                            .formatted(bean, type.name()),
                    "Give each process type a name of its own: processes are submitted by it.");
        }
        byBean.put(bean, type);
    }
}
