package dev.gmp.spring.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.MimeTypeUtils;

/**
 * On the web the endpoint speaks schedtrace, too, to a client that asks for {@code text/plain}, shows machines page by page, and
 * stacks to those that may see them.
 *
 * @since 0.1
 */
@EndpointWebExtension(endpoint = GmpEndpoint.class)
public final class GmpEndpointWebExtension {

    private final GmpEndpoint endpoint;

    private final GmpEndpointProperties properties;

    GmpEndpointWebExtension(GmpEndpoint endpoint, GmpEndpointProperties properties) {
        this.endpoint = endpoint;
        this.properties = properties;
    }

    /**
     * In place of the endpoint's own operation.
     *
     * @param offset machines to leave out at the beginning; 0 if null
     * @param limit machines to show at the most
     * @param stacks whether to show what each of them is doing
     */
    @ReadOperation
    public GmpEndpoint.SchedulersDescriptor schedulers(
            SecurityContext security, @Nullable Integer offset, @Nullable Integer limit, @Nullable Boolean stacks) {
        return endpoint.schedulers(MachinePage.of(offset, limit, stacks), properties.mayShowStacks(security));
    }

    /** In place of the endpoint's own operation. */
    @ReadOperation
    public @Nullable SchedulerDescriptor scheduler(
            SecurityContext security,
            @Selector String name,
            @Nullable Integer offset,
            @Nullable Integer limit,
            @Nullable Boolean stacks) {
        return endpoint.scheduler(name, MachinePage.of(offset, limit, stacks), properties.mayShowStacks(security));
    }

    /** Beside the endpoint's own operation, which makes JSON, on the same path. */
    @ReadOperation(produces = MimeTypeUtils.TEXT_PLAIN_VALUE)
    public String schedtrace() {
        return endpoint.schedtrace();
    }

    /** In place of the endpoint's own operation, and without a body. */
    @WriteOperation
    public void configure(String maxProcs) {
        endpoint.configure(maxProcs);
    }

    /** In place of the endpoint's own operation, and without a body. "Not found" if there is no scheduler of that name. */
    @WriteOperation
    public WebEndpointResponse<Void> configureScheduler(@Selector String name, String maxProcs) {
        if (!endpoint.has(name)) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        endpoint.configureScheduler(name, maxProcs);
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NO_CONTENT);
    }
}
