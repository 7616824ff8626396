package dev.gmp.spring.process;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessListener;
import dev.gmp.spring.bean.BeanDefinitions;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * Tells every listener that the application has, in their order. What one throws, or that it cannot be made, is logged, and does
 * not keep the others from it.
 */
final class EachListener implements ProcessListener {

    private static final Log LOG = LogFactory.getLog(EachListener.class);

    private final ConfigurableListableBeanFactory beans;
    private final List<LaterBean<ProcessListener>> listeners;

    EachListener(ConfigurableListableBeanFactory beans, List<LaterBean<ProcessListener>> listeners) {
        this.beans = beans;
        this.listeners = listeners;
    }

    @Override
    public void failed(Pid pid, String type, Throwable cause) {
        List<LaterBean<ProcessListener>> made = new ArrayList<>();
        for (LaterBean<ProcessListener> each : listeners) {
            guarded(each, pid, type, cause, () -> {
                each.get();
                made.add(each);
            });
        }
        made.sort(inOrder(made));
        for (LaterBean<ProcessListener> each : made) {
            guarded(each, pid, type, cause, () -> each.get().failed(pid, type, cause));
        }
    }

    /** That of Spring, by what an object says, where it is declared, and its class. */
    private Comparator<LaterBean<ProcessListener>> inOrder(List<LaterBean<ProcessListener>> made) {
        Map<Object, Method> declared = new IdentityHashMap<>();
        for (LaterBean<ProcessListener> each : made) {
            if (BeanDefinitions.of(beans, each.name()) instanceof RootBeanDefinition definition
                    && definition.getResolvedFactoryMethod() != null) {
                declared.put(each.get(), definition.getResolvedFactoryMethod());
            }
        }
        return Comparator.comparing(
                LaterBean::get, AnnotationAwareOrderComparator.INSTANCE.withSourceProvider(declared::get));
    }

    private static void guarded(
            LaterBean<ProcessListener> listener, Pid pid, String type, Throwable cause, Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            if (thrown != cause) {
                thrown.addSuppressed(cause);
            }
            LOG.warn(
                    "The listener '%s' failed when it was told that process %s of type %s has failed"
                            .formatted(listener.name(), pid, type),
                    thrown);
        }
    }
}
