package dev.gmp.spring.cluster;

import dev.gmp.process.cluster.Cluster;
import dev.gmp.process.cluster.ClusterSnapshot.Status;
import dev.gmp.spring.lifecycle.EndingLifecycle;
import org.springframework.core.Ordered;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;

/**
 * The node's life with its application context. It joins when all beans are there and the web server listens. When the context closes, it
 * leaves after the web server has answered its last request, and before processes are asked to end. A pause of the context
 * does not touch it.
 */
final class ClusterLifecycle extends EndingLifecycle implements Ordered {

    /** Higher phases stop earlier: the web server's are at the end of the range, that of processes is below this one. */
    static final int PHASE = ExecutorConfigurationSupport.DEFAULT_PHASE + 2048;

    private final Cluster cluster;
    private final Runnable start;

    private boolean isStarted;

    /** @param start lets the node join */
    ClusterLifecycle(Cluster cluster, Runnable start) {
        super(PHASE, "gmp-cluster-stop");
        this.cluster = cluster;
        this.start = start;
    }

    /** Methods of a schedule begin at the same event, and may use names. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /** A bean may have closed the node. */
    @Override
    protected void refreshed() {
        if (!isStarted && cluster.snapshot().status() != Status.CLOSED) {
            isStarted = true;
            start.run();
        }
    }

    @Override
    protected Runnable ending() {
        return cluster::close;
    }

    /** For a context that failed after the node had joined. */
    @Override
    public void destroy() {
        cluster.close();
    }
}
