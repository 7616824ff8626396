package dev.gmp.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Tells a bean that is asked to stop whether its context ends. Else it is paused, and will be started again. */
public final class EndingContext {

    private EndingContext() {}

    /**
     * Whether the context is closed, which a bean may not have heard because another listener threw something, or fails to start:
     * then it is not running yet, as one that is paused still is.
     */
    public static boolean isEnding(@Nullable ApplicationContext context) {
        return context instanceof ConfigurableApplicationContext stopping
                && (stopping.isClosed() || !stopping.isRunning());
    }
}
