package dev.gmp.spring.endpoint;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.MimeTypeUtils;

/** On the web the endpoint speaks schedtrace, too, to whoever asks for {@code text/plain}. */
@EndpointWebExtension(endpoint = GmpEndpoint.class)
public final class GmpEndpointWebExtension {

    private final GmpEndpoint endpoint;

    GmpEndpointWebExtension(GmpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Beside the endpoint's own operation, which makes JSON, on the same path. */
    @ReadOperation(produces = MimeTypeUtils.TEXT_PLAIN_VALUE)
    public String schedtrace() {
        return endpoint.schedtrace();
    }
}
