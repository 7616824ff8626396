package dev.gmp.spring;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.PriorityOrdered;

/** Hears first that a context closes, and throws, so that no other listener hears of it. */
public class FailingCloseListener implements ApplicationListener<ContextClosedEvent>, PriorityOrdered {

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        throw new IllegalStateException("planned");
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
