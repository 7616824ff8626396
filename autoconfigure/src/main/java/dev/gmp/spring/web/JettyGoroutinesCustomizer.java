package dev.gmp.spring.web;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.jetty.JettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/** Gives Jetty a thread pool that keeps its own threads for accepting and selecting, and runs requests on the scheduler. */
final class JettyGoroutinesCustomizer
        implements WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory>, Ordered {

    private static final Log LOG = LogFactory.getLog(JettyGoroutinesCustomizer.class);

    private final RequestExecutor executor;

    JettyGoroutinesCustomizer(RequestExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void customize(ConfigurableJettyWebServerFactory factory) {
        ThreadPool known = factory instanceof JettyWebServerFactory jetty ? jetty.getThreadPool() : null;
        factory.setThreadPool(new GoroutineThreadPool(executor, sizedAs(known)));
        factory.addServerCustomizers(server -> server.insertHandler(new PreemptionPointHandler()));
        LOG.info(Takeover.message("Jetty", executor, isBootsDefault(known) ? null : known));
    }

    private static @Nullable QueuedThreadPool sizedAs(@Nullable ThreadPool known) {
        return known instanceof QueuedThreadPool pool ? pool : null;
    }

    private static boolean isBootsDefault(@Nullable ThreadPool known) {
        return known != null && known.getClass() == QueuedThreadPool.class;
    }

    @Override
    public int getOrder() {
        return Takeover.ORDER;
    }
}
