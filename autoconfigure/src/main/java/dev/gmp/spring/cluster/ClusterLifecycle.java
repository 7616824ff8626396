package dev.gmp.spring.cluster;

import dev.gmp.spring.lifecycle.EndingContext;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * The node's life with its application context. It joins when all beans are there and the web server listens. When the context closes, it
 * leaves after the web server has answered its last request, and before processes are asked to end. A pause of the context
 * does not touch it.
 */
final class ClusterLifecycle
        implements SmartLifecycle,
                ApplicationContextAware,
                ApplicationListener<ApplicationContextEvent>,
                DisposableBean {

    /** Higher phases stop earlier: the web server's are at the end of the range, that of processes is below this one. */
    static final int PHASE = ExecutorConfigurationSupport.DEFAULT_PHASE + 2048;

    private final JoiningCluster cluster;
    private final EndingContext ending = new EndingContext();
    private @Nullable ApplicationContext context;
    private volatile boolean closing;
    private volatile boolean running;

    ClusterLifecycle(JoiningCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        context = applicationContext;
    }

    @Override
    public void onApplicationEvent(ApplicationContextEvent event) {
        if (event.getApplicationContext() != context) {
            return;
        }
        if (event instanceof ContextRefreshedEvent) {
            cluster.start();
        } else if (event instanceof ContextClosedEvent) {
            closing = true;
            // Spring asks only what runs to stop.
            running = true;
        }
    }

    /** The stop may follow at once, and would be taken for a pause. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (isClosing()) {
            cluster.close();
        }
    }

    /** Returns at once; the callback runs when the node has left. */
    @Override
    public void stop(Runnable callback) {
        running = false;
        if (!isClosing()) {
            callback.run();
            return;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        cluster.close();
                    } finally {
                        callback.run();
                    }
                },
                "gmp-cluster-stop");
        thread.setDaemon(true);
        thread.start();
    }

    /** For a context that failed after the node had joined. */
    @Override
    public void destroy() {
        cluster.close();
    }

    private boolean isClosing() {
        return closing || ending.isEnding(context);
    }
}
