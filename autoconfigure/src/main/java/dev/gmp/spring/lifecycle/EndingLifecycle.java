package dev.gmp.spring.lifecycle;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;

/** The life of something that ends with its application context, in a phase. A pause of the context does not touch it. */
public abstract class EndingLifecycle
        implements SmartLifecycle,
                ApplicationContextAware,
                ApplicationListener<ApplicationContextEvent>,
                DisposableBean {

    private final int phase;
    private final String threadName;
    private final EndingContext ending = new EndingContext();
    private @Nullable ApplicationContext context;
    private volatile boolean closing;
    private volatile boolean running;

    /**
     * @param phase higher ones stop earlier
     * @param threadName that of the thread that waits for the end
     */
    protected EndingLifecycle(int phase, String threadName) {
        this.phase = phase;
        this.threadName = threadName;
    }

    /** All beans are there, and the web server listens. */
    protected void refreshed() {}

    /** What ends it, which may block. This method is called by the thread that stops the context. */
    protected abstract Runnable ending();

    @Override
    public final int getPhase() {
        return phase;
    }

    @Override
    public final void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public final void onApplicationEvent(ApplicationContextEvent event) {
        if (event.getApplicationContext() != context) {
            return;
        }
        if (event instanceof ContextRefreshedEvent) {
            refreshed();
        } else if (event instanceof ContextClosedEvent) {
            closing = true;
            // Spring asks only what runs to stop: after a pause, it would be ended without its phase.
            running = true;
        }
    }

    /** The stop may follow at once, and would be taken for a pause. */
    @Override
    public final boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    @Override
    public final void start() {
        running = true;
    }

    @Override
    public final void stop() {
        running = false;
        if (isClosing()) {
            ending().run();
        }
    }

    /** Returns at once; the callback runs when it has ended. */
    @Override
    public final void stop(Runnable callback) {
        running = false;
        if (!isClosing()) {
            callback.run();
            return;
        }
        startThread(threadName, ending(), callback);
    }

    /** The callback runs after the work in any case. */
    static void startThread(String name, Runnable work, Runnable callback) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } finally {
                        callback.run();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private boolean isClosing() {
        return closing || ending.isEnding(context);
    }
}
