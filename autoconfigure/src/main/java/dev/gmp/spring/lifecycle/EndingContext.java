package dev.gmp.spring.lifecycle;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Tells a bean that is asked to stop whether its context ends. Else it is paused, and may be started again. */
public final class EndingContext {

    private volatile boolean hasRun;

    /**
     * Whether the context is closed, which a bean may not have heard because another listener threw something, or has failed to
     * start: it is not running yet then, as one that is paused is until all are stopped. To be asked at each stop, since one that was
     * paused may fail to start again, and yet be started a second time.
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
