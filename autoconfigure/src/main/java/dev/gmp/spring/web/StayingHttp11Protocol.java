package dev.gmp.spring.web;

import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Tomcat's own protocol handler, but that connections stay on their goroutines between requests while others run ({@link
 * StayingHttp11Processor}). Tomcat makes it by its name.
 */
public final class StayingHttp11Protocol extends Http11NioProtocol {

    /** By Tomcat. */
    public StayingHttp11Protocol() {}

    @Override
    protected Processor createProcessor() {
        return new StayingHttp11Processor(this);
    }
}
