package dev.gmp.spring.lifecycle;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Tells a bean that is asked to stop whether its context ends. Else it is paused, and may be started again. */
public final class EndingContext {

    private volatile boolean hasRun;

    /**
     * Whether the context is closed or has failed to start. A bean may miss the event of its close, because another
     * listener threw. A context that failed to start is not running yet, unlike a paused one until all its beans are
     * stopped. To be called at each stop: a paused context may fail to start again, and yet be started a second time.
     */
    public boolean isEnding(@Nullable ApplicationContext context) {
        if (!(context instanceof ConfigurableApplicationContext stopping)) {
            return false;
        }
        if (stopping.isRunning()) {
            hasRun = true;
        }
        return stopping.isClosed() || !hasRun;
    }
}
