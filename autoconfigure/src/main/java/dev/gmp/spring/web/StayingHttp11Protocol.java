package dev.gmp.spring.web;

import org.apache.coyote.Processor;
import org.apache.coyote.RequestGroupInfo;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.modeler.NoDescriptorRegistry;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.net.NioChannel;

/**
 * Tomcat's own protocol handler, but that connections stay on their goroutines between requests while others run ({@link
 * StayingHttp11Processor}), and that none of them keeps a name under which no MBean stands. Tomcat makes it by its name.
 */
public final class StayingHttp11Protocol extends Http11NioProtocol {

    /** By Tomcat. */
    public StayingHttp11Protocol() {
        Connections connections = new Connections(this);
        setHandler(connections);
        getEndpoint().setHandler(connections);
    }

    @Override
    protected Processor createProcessor() {
        return new StayingHttp11Processor(this);
    }

    /**
     * Each request in progress has an MBean, whose name takes some 300 bytes; Tomcat keeps it, too, where it registers none, as
     * Boot has it do unless {@code server.tomcat.mbeanregistry.enabled} is set.
     */
    private static final class Connections extends ConnectionHandler<NioChannel> {

        Connections(StayingHttp11Protocol protocol) {
            super(protocol);
        }

        @Override
        protected void register(Processor processor) {
            if (getProtocol().getDomain() != null && Registry.getRegistry(null) instanceof NoDescriptorRegistry) {
                processor.getRequest().getRequestProcessor().setGlobalProcessor((RequestGroupInfo) getGlobal());
            } else {
                super.register(processor);
            }
        }
    }
}
