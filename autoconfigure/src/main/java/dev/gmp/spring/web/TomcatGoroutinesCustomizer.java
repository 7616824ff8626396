package dev.gmp.spring.web;

import dev.gmp.config.GoroutineMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.ProtocolHandler;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Gives each connector of Tomcat the scheduler as its executor, but for additional ones to which the application has given
 * another. Accepting and polling stay with Tomcat's own threads, and so do the limits of connections; the limits of threads no
 * longer mean anything, because there is no pool. Of virtual goroutines each keeps its connection of the first connector while
 * others run ({@link StayingHttp11Protocol}); a direct one would keep a thread for it.
 */
final class TomcatGoroutinesCustomizer
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {

    private static final Log LOG = LogFactory.getLog(TomcatGoroutinesCustomizer.class);

    private final RequestExecutor executor;

    TomcatGoroutinesCustomizer(RequestExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addProtocolHandlerCustomizers(this::serveOnGoroutines);
        if (factory instanceof TomcatWebServerFactory tomcat) {
            // Late, as all of them are known when the first connector is made.
            factory.addProtocolHandlerCustomizers(first -> serveOnGoroutines(tomcat.getAdditionalConnectors()));
            if (executor.goroutines() == GoroutineMode.VIRTUAL) {
                letConnectionsStay(tomcat);
            }
        }
        factory.addContextCustomizers(TomcatGoroutinesCustomizer::addPreemptionPoint);
    }

    private static void addPreemptionPoint(Context context) {
        List<Object> listeners = new ArrayList<>(List.of(context.getApplicationEventListeners()));
        listeners.add(new PreemptionPointListener());
        context.setApplicationEventListeners(listeners.toArray());
    }

    /** Unless the application has chosen a protocol handler of its own. */
    private static void letConnectionsStay(TomcatWebServerFactory factory) {
        if (factory.getProtocol().equals(TomcatWebServerFactory.DEFAULT_PROTOCOL)) {
            factory.setProtocol(StayingHttp11Protocol.class.getName());
        }
    }

    /** Boot customizes the first connector only. */
    private void serveOnGoroutines(List<Connector> additional) {
        additional.stream()
                .map(Connector::getProtocolHandler)
                .filter(handler -> handler.getExecutor() == null)
                .forEach(handler -> handler.setExecutor(executor));
    }

    private void serveOnGoroutines(ProtocolHandler handler) {
        Executor other = handler.getExecutor();
        handler.setExecutor(executor);
        LOG.info(Takeover.message("Tomcat", executor, other));
    }

    @Override
    public int getOrder() {
        return Takeover.ORDER;
    }
}
