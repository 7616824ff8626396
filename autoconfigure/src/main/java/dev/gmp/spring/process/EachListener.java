package dev.gmp.spring.process;

import dev.gmp.process.Pid;
import dev.gmp.process.ProcessListener;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.annotation.OrderUtils;

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
        List<Ordinal> made = new ArrayList<>();
        for (LaterBean<ProcessListener> each : listeners) {
            guarded(each, pid, type, cause, () -> made.add(new Ordinal(each, order(each.name(), each.get()))));
        }
        made.sort(Comparator.comparingInt(Ordinal::order));
        for (Ordinal each : made) {
            guarded(each.listener, pid, type, cause, () -> each.listener.get().failed(pid, type, cause));
        }
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

    /** As Spring orders beans: what the object says, or where it was declared, or its class. */
    private int order(String name, ProcessListener listener) {
        if (listener instanceof Ordered ordered) {
            return ordered.getOrder();
        }
        Order declared = beans.findAnnotationOnBean(name, Order.class);
        return declared != null
                ? declared.value()
                : OrderUtils.getOrder(AopUtils.getTargetClass(listener), Ordered.LOWEST_PRECEDENCE);
    }

    private record Ordinal(LaterBean<ProcessListener> listener, int order) {}
}
